/// A request as it came over the wire.
public struct HTTPRequest: Sendable, Equatable {
    /// Such as `GET`.
    public let method: String
    /// The path and query as they were sent, with their percent-escapes.
    public let target: String
    /// The header fields, with names in lower case.
    public let headers: [String: String]
    /// The bytes after the head.
    public var body: [UInt8] = []

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// Parses a head up to its empty line; `nil` if it has no request line.
    init?(head: String) {
        let lines = head.split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        headers = Dictionary(fields) { first, _ in first }
    }
}
