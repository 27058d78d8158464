/// How long an answer may be used, and how (RFC 9111, 4.2; RFC 5861, 3 and 4). All times are whole seconds.
struct Freshness: Equatable {
    /// How long it is known that there is nothing, where the service does not say.
    static let negativeLifetime = 30

    /// What may be done with an answer.
    enum State: Equatable {
        /// It is answered, and nobody is asked.
        case fresh
        /// It is answered, and the service is asked for the next time.
        case revalidating
        /// The service is asked first.
        case stale
    }

    /// For how long the answer is fresh, counted from when the service made it.
    let lifetime: Int
    /// How old it was when it came.
    let initialAge: Int
    /// When it came.
    let received: Int
    private let control: CacheControl

    /// Reads the head of an answer.
    ///
    /// - Parameter sent: when the question was sent; the time on the way counts as age.
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
            // What is no date, such as 0, is in the past.
            lifetime = max(0, (HTTPDate.seconds(expires) ?? 0) - (date ?? received))
        } else {
            lifetime = status == 404 || status == 410 ? Self.negativeLifetime : 0
        }
    }

    /// How old the answer is.
    func age(at now: Int) -> Int { initialAge + max(0, now - received) }

    /// For how many more seconds it is fresh; 0 or less once it is stale.
    func remaining(at now: Int) -> Int {
        // A clock that was set back says nothing about the age.
        now < received || control.needsValidation ? 0 : lifetime - age(at: now)
    }

    /// What may be done with it.
    func state(at now: Int) -> State {
        let remaining = remaining(at: now)
        if remaining > 0 { return .fresh }
        return isWithin(control.staleWhileRevalidate, remaining, now) ? .revalidating : .stale
    }

    /// Whether it is answered where the service fails.
    func isUsableOnError(at now: Int) -> Bool { isWithin(control.staleIfError, remaining(at: now), now) }

    private func isWithin(_ window: Int, _ remaining: Int, _ now: Int) -> Bool {
        now >= received && !control.forbidsStale && -remaining < window
    }
}

/// The directives of `Cache-Control` (RFC 9111, 5.2.2; RFC 5861), as a private cache reads them.
struct CacheControl: Equatable {
    /// The longest time that is told apart from "for ever", about 68 years (RFC 9111, 1.2.2).
    static let longest = Int(Int32.max)

    private var directives: [String: String] = [:]

    /// Reads all fields of that name; of a directive that is there twice, the first counts.
    init(_ headers: [HTTPHeader]) {
        for header in headers where header.name == "cache-control" {
            // What stands behind a quotation mark that is not closed cannot be told: nothing is kept rather than too much.
            if !header.value.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) {
                directives["no-store"] = ""
            }
            for part in Self.parts(of: header.value) {
                let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1).map(Self.trimmed)
                guard let name = pieces.first?.lowercased(), directives[name] == nil else { continue }
                directives[name] = pieces.count > 1 ? pieces[1].filter { $0 != "\"" } : ""
            }
        }
    }

    /// Whether nothing of the answer may be kept.
    var forbidsStoring: Bool { directives["no-store"] != nil }
    /// Whether what is kept may be answered only after the service has been asked.
    var needsValidation: Bool { directives["no-cache"] != nil }
    /// Whether a stale answer is worse than none.
    var forbidsStale: Bool { directives["must-revalidate"] != nil || needsValidation }
    /// For how many seconds the answer is fresh; 0 where the number is none.
    var maxAge: Int? { seconds("max-age") }
    /// For how many seconds after that it is answered while the service is asked.
    var staleWhileRevalidate: Int { seconds("stale-while-revalidate") ?? 0 }
    /// For how many seconds after that it is answered where the service fails.
    var staleIfError: Int { seconds("stale-if-error") ?? 0 }

    private func seconds(_ name: String) -> Int? { directives[name].map { Self.seconds($0) ?? 0 } }

    /// A number of seconds in digits, at most `longest`; `nil` for any other text.
    static func seconds(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return min(Int(text) ?? longest, longest)
    }

    /// The parts between commas that stand in no quotation marks.
    private static func parts(of text: String) -> [Substring.UTF8View] {
        var isQuoted = false
        return text.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let end = text.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(text[...end].drop(while: isBlank)))
    }
}
