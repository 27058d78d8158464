extension String {
    /// The text as one value of a query: every byte but the unreserved characters of RFC 3986 is escaped.
    var percentEscaped: String { utf8.map(Self.percentEscaped).joined() }

    private static func percentEscaped(_ byte: UInt8) -> String {
        if unreserved.contains(byte) { return String(UnicodeScalar(byte)) }
        return (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }

    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
