@_spi(Host) import ModuleKit

/// A request; its header fields are sent in addition to the client's own fields.
struct HTTPRequest: Sendable {
    var address: String
    var method = HTTPMethod.get
    var body: HTTPBody?
    var headers: [HTTPHeader] = []
    /// The accepted media type of the answer's body.
    var accept = "application/json"

    /// The value of a field, by its name in lower case.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// The body of a request.
struct HTTPBody: Sendable {
    let bytes: [UInt8]
    let mediaType: String
    /// Called with the number of bytes sent so far, and the total number; must not block.
    var report: (@Sendable (Int, Int) -> Void)?
}

/// The answer of an HTTP service.
struct HTTPAnswer: Sendable, Equatable {
    /// The largest accepted answer to a question, in bytes.
    static let bodyLimit = 1 << 20

    var status: Int
    /// The fields of the head, in the order of arrival.
    var headers: [HTTPHeader]
    /// The body, or `nil` if it was longer than the limit.
    var body: [UInt8]?

    /// The value of the first field with a name; `name` must be in lower case.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    var location: String? { (300..<400).contains(status) ? self["location"] : nil }

    /// Whether the service rejects the question itself, for example with 403. The statuses 404 and 410 are answers, and
    /// a temporary status is not a rejection.
    var isRejection: Bool { (400..<500).contains(status) && ![404, 408, 410, 425, 429].contains(status) }

    /// The type of the body without its parameters, in lower case.
    var mediaType: String? { self["content-type"]?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace } }

    /// Returns the body as text, or throws if it is too long or not valid UTF-8; errors name the resolver.
    func text(from resolver: String, limit: String = "\(Self.bodyLimit) bytes") throws(ResolverError) -> [UInt8] {
        let body = try bytes(from: resolver, limit: limit)
        guard String(validating: body, as: UTF8.self) != nil else {
            throw .invalidAnswer(resolver: resolver, reason: "expected text in UTF-8, found other bytes")
        }
        return body
    }

    /// Returns the body, or throws if it is too long; `limit` is the size limit as text.
    func bytes(from resolver: String, limit: String) throws(ResolverError) -> [UInt8] {
        guard let body else { throw .invalidAnswer(resolver: resolver, reason: "it is longer than \(limit)") }
        return body
    }

    var isJSON: Bool { mediaType == "application/json" || mediaType?.hasSuffix("+json") == true }
}

/// One field of the head of a question or an answer.
struct HTTPHeader: Sendable, Equatable, Codable {
    /// The name in lower case.
    let name: String
    /// The value without the blanks around it.
    var value: String

    /// Whether the value may be sent: visible ASCII characters and blanks, of limited length.
    var isSendable: Bool {
        !value.isEmpty && value.utf8.count <= 1024 && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// The head of an answer, built from its lines as they arrive.
///
/// The last head replaces interim heads (100, 103). Lines after the last head are trailers of the body: they count
/// towards the size limit and are dropped.
struct HTTPHead {
    /// The maximum size of all lines together, in bytes.
    static let byteLimit = 1 << 16

    /// The length of a body according to its head.
    enum Length: Equatable {
        case unknown
        case bytes(Int)
        /// The field is not a number, or has several values.
        case invalid
    }

    private(set) var headers: [HTTPHeader] = []
    /// The fields for the decoded body. If the body was encoded, its encoding and encoded length are left out.
    var decodedHeaders: [HTTPHeader] {
        let isEncoded = headers.contains { $0.name == "content-encoding" }
        return headers.filter { !isEncoded || !["content-encoding", "content-length"].contains($0.name) }
    }
    /// Whether the head has begun and its last line has not arrived.
    private(set) var isOpen = false
    private var byteCount = 0

    /// Adds a line, including its end; returns `false` if the lines exceed the size limit.
    mutating func append(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        byteCount += line.count
        guard byteCount <= Self.byteLimit else { return false }
        if isOpen {
            appendField(line)
        } else if line.starts(with: "HTTP/".utf8) {
            headers = []
            isOpen = true
        }
        return true
    }

    var length: Length {
        let values = Set(headers.filter { $0.name == "content-length" }.map(\.value))
        guard let value = values.first else { return .unknown }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard values.count == 1, !value.isEmpty, value.utf8.allSatisfy(digits.contains) else { return .invalid }
        return .bytes(Int(value) ?? .max)
    }

    private mutating func appendField(_ line: some BidirectionalCollection<UInt8>) {
        let text = Self.trimmed(line)
        if text.isEmpty {
            isOpen = false
        } else if let last = headers.indices.last, line.first.map(Self.isBlank) == true {
            // A line that begins with a blank continues the previous line.
            headers[last].value += " " + String(decoding: text, as: UTF8.self)
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            let value = String(decoding: Self.trimmed(text[colon...].dropFirst()), as: UTF8.self)
            headers.append(HTTPHeader(name: name, value: value))
        }
    }

    /// Returns bytes without the blanks around them.
    static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        guard let end = bytes.lastIndex(where: { !isBlank($0) }) else { return bytes.prefix(0) }
        return bytes[...end].drop(while: isBlank)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}
