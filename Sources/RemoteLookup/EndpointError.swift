/// Why a text is not the address of a lookup service.
enum EndpointError: Error, Equatable {
    /// The text is not a URL.
    case malformed(String)
    /// The URL is not for HTTP.
    case scheme(found: String?, endpoint: String)
    /// The URL names no host.
    case noHost(endpoint: String)
    /// The host has characters that no name of a host has.
    case host(found: String, endpoint: String)
    /// There is no such port.
    case port(found: Int, endpoint: String)
}

extension EndpointError: CustomStringConvertible {
    /// A sentence that says what was found and what to write.
    var description: String {
        switch self {
        case .malformed(let text):
            "\"\(text)\" is not a URL; write one such as \(Self.example)"
        case .scheme(let found, let endpoint):
            "\"\(endpoint)\" has \(found.map { "the scheme \($0)" } ?? "no scheme"), expected http or https; "
                + "write one such as \(Self.example)"
        case .noHost(let endpoint):
            "\"\(endpoint)\" names no host; write one such as \(Self.example)"
        case .host(let found, let endpoint):
            "\"\(endpoint)\" has the host \(found), expected ASCII letters, digits, dots and hyphens, with any other letter "
                + "in Punycode (xn--…); write one such as \(Self.example)"
        case .port(let found, let endpoint):
            "\"\(endpoint)\" has the port \(found), expected 1 to 65535; write one such as \(Self.example)"
        }
    }

    private static let example = "https://lookup.example.com/resolve"
}
