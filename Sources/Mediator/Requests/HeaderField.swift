/// The rules for header fields of a call (RFC 9110, section 5).
@_spi(Host) public enum HeaderField {
    /// The fields that modules may not set, because the HTTP client sets them.
    private static let reserved: Set<String> = [
        "host", "content-type", "content-length", "connection", "transfer-encoding", "expect", "te", "upgrade",
    ]
    private static let valueLimit = 8192

    /// Checks a field that a module sets.
    /// - Throws: `WebServiceError.header` if the name is not a token or is reserved, or if the value is invalid.
    public static func check(_ name: String, _ value: String) throws(WebServiceError) {
        guard !name.isEmpty, name.utf8.count <= 256,
            name.utf8.allSatisfy({ $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) })
        else { throw .header(name: name, reason: "the name has a character that is not allowed") }
        let lowercased = name.lowercased()
        guard !reserved.contains(lowercased), !lowercased.hasPrefix("proxy-") else {
            throw .header(name: name, reason: "the client sets it")
        }
        try check(name, value: value)
    }

    /// Checks the value of a field.
    /// - Throws: `WebServiceError.header` if the value is empty, over 8 KiB, or not printable ASCII.
    public static func check(_ name: String, value: String) throws(WebServiceError) {
        guard !value.isEmpty, value.utf8.count <= valueLimit,
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
        else { throw .header(name: name, reason: "the value is empty, too long, or not of printable ASCII characters") }
    }
}
