/// The lifetime of an answer, and its permitted use (RFC 9111, 4.2; RFC 5861, 3 and 4). All times are whole seconds.
struct Freshness: Equatable {
    /// The lifetime of a negative answer, if the service does not set it.
    static let negativeLifetime = 30

    enum State: Equatable {
        /// The cache answers without asking the service.
        case fresh
        /// The cache answers, and asks the service in the background, so that the next request gets a newer answer.
        case revalidating
        /// The cache asks the service before it answers.
        case stale
    }

    /// The time for which the answer is fresh, counted from its creation by the service.
    let lifetime: Int
    let initialAge: Int
    let received: Int
    private let control: CacheControl

    /// Reads an answer's head. `sent` is the time of the question; it is needed because the duration of the transfer
    /// counts as age.
    init(status: Int, headers: [HTTPHeader], sent: Int, received: Int) {
        let value = { (name: String) in headers.first { $0.name == name }?.value }
        control = CacheControl(headers)
        let date = value("date").flatMap(HTTPDate.seconds)
        let age = value("age").flatMap { CacheControl.seconds($0) } ?? 0
        let apparentAge = date.map { max(0, received - $0) } ?? 0
        initialAge = min(max(apparentAge, age + max(0, received - sent)), CacheControl.longest)
        self.received = received
        if let maxAge = control.maxAge {
            lifetime = maxAge
        } else if let expires = value("expires") {
            // A text that is not a date, such as 0, counts as a date in the past.
            lifetime = max(0, (HTTPDate.seconds(expires) ?? 0) - (date ?? received))
        } else {
            lifetime = status == 404 || status == 410 ? Self.negativeLifetime : 0
        }
    }

    func age(at now: Int) -> Int { initialAge + max(0, now - received) }

    /// Returns the number of seconds for which the answer stays fresh; 0 or less if it is stale.
    func remaining(at now: Int) -> Int {
        // If the clock was set back, the age is unknown.
        now < received || control.needsValidation ? 0 : lifetime - age(at: now)
    }

    func state(at now: Int) -> State {
        let remaining = remaining(at: now)
        if remaining > 0 { return .fresh }
        return isWithin(control.staleWhileRevalidate, remaining, now) ? .revalidating : .stale
    }

    func isUsableOnError(at now: Int) -> Bool { isWithin(control.staleIfError, remaining(at: now), now) }

    private func isWithin(_ window: Int, _ remaining: Int, _ now: Int) -> Bool {
        now >= received && !control.forbidsStale && -remaining < window
    }
}

/// The directives of `Cache-Control` (RFC 9111, 5.2.2; RFC 5861), as a private cache reads them.
struct CacheControl: Equatable {
    /// The maximum lifetime, in seconds: about 68 years; a longer lifetime is reduced to it (RFC 9111, 1.2.2).
    static let longest = Int(Int32.max)

    private var directives: [String: String] = [:]

    /// Parses all `Cache-Control` fields; the first occurrence of a directive counts.
    init(_ headers: [HTTPHeader]) {
        for header in headers where header.name == "cache-control" {
            // The text after an unclosed quotation mark is ambiguous, so the answer is not stored.
            if !header.value.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) {
                directives["no-store"] = ""
            }
            for part in Self.parts(of: header.value) {
                let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
                    String(decoding: HTTPHead.trimmed($0), as: UTF8.self)
                }
                guard let name = pieces.first?.lowercased(), directives[name] == nil else { continue }
                directives[name] = pieces.count > 1 ? pieces[1].filter { $0 != "\"" } : ""
            }
        }
    }

    var forbidsStoring: Bool { directives["no-store"] != nil }
    /// Whether the service must confirm a stored answer before each use.
    var needsValidation: Bool { directives["no-cache"] != nil }
    /// Whether a stale answer must not be used.
    var forbidsStale: Bool { directives["must-revalidate"] != nil || needsValidation }
    /// The seconds for which the answer is fresh; 0 if the number is invalid.
    var maxAge: Int? { seconds("max-age") }
    /// The seconds after `maxAge` in which the stale answer is used while the service is asked.
    var staleWhileRevalidate: Int { seconds("stale-while-revalidate") ?? 0 }
    /// The seconds after `maxAge` in which the stale answer is used if the service fails.
    var staleIfError: Int { seconds("stale-if-error") ?? 0 }

    private func seconds(_ name: String) -> Int? { directives[name].map { Self.seconds($0) ?? 0 } }

    /// Parses a number of seconds in decimal digits; a number above `longest` becomes `longest`. Returns `nil` for any
    /// other text.
    static func seconds(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return min(Int(text) ?? longest, longest)
    }

    /// Splits a text at the commas that are outside quotation marks.
    private static func parts(of text: String) -> [Substring.UTF8View] {
        var isQuoted = false
        return text.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
    }
}
