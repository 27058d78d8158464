import FoundationEssentials
@_spi(Host) import ModuleKit

/// The `http` or `https` address of a lookup service.
struct Endpoint: Sendable {
    /// The address without credentials, query and fragment, for messages.
    let name: String
    private let scheme: String
    /// Scheme, host and port, without credentials.
    let origin: String
    /// The percent-encoded path, without a slash at its end.
    private let path: String
    /// The endpoint's address, with credentials and query, without a fragment.
    let address: String
    /// The start of every question's address, credentials included.
    let questionPrefix: String
    private let user: String?
    private let password: String?

    init(_ text: String) throws(EndpointError) {
        var components = try Self.components(of: text)
        components.fragment = nil
        // `components.string` contains escapes instead of the characters that a URL cannot contain.
        guard let address = components.string, let scheme = components.scheme else {
            throw EndpointError(text, "is not a URL")
        }
        self.address = address
        questionPrefix = address + (address.contains("?") ? "&" : "?") + "url="
        (user, password) = (components.percentEncodedUser, components.percentEncodedPassword)
        components.user = nil
        components.password = nil
        components.query = nil
        name = components.string ?? scheme
        path = String(components.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
        components.path = ""
        origin = components.string ?? scheme
        self.scheme = scheme
    }

    func question(about url: RouteURL) -> String { questionPrefix + PercentEncoding.component(url.text) }

    /// Returns the target of a redirect, with the endpoint's credentials; `nil` if it is not at or below the endpoint.
    ///
    /// `address` is the address that answered with the redirect.
    func target(of location: String, from address: String) -> String? {
        guard location.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let base = URL(string: address),
            let url = URL(string: location, relativeTo: base)?.absoluteURL,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let own = URLComponents(string: origin), Self.isSameOrigin(components, own),
            covers(components.percentEncodedPath)
        else { return nil }
        components.percentEncodedUser = user
        components.percentEncodedPassword = password
        components.fragment = nil
        return components.string
    }

    /// Returns whether a path is the endpoint's path or below it. The answer `true` also holds for a server that
    /// decodes the path, treats a backslash as a slash, or drops the text after a semicolon.
    private func covers(_ other: String) -> Bool {
        let segments = other.lowercased().replacing("%2e", with: ".").split(separator: #/[\/\\;]|%2f|%5c|%3b/#)
        return (other == path || other.hasPrefix(path + "/")) && !segments.contains { $0 == "." || $0 == ".." }
    }

    private static func isSameOrigin(_ one: URLComponents, _ other: URLComponents) -> Bool {
        let parts = [one, other].map { components in
            let scheme = components.scheme?.lowercased()
            let port = components.port ?? (scheme == "https" ? 443 : 80)
            return "\(scheme ?? "")://\(components.percentEncodedHost?.lowercased() ?? ""):\(port)"
        }
        return parts[0] == parts[1]
    }

    /// Returns a description of a redirect that is not followed; `nil` if its `Location` is not an address.
    ///
    /// The host in the description is not validated. The path is left out, because it may contain a secret.
    ///
    /// - Parameter isOfGet: whether the request was a GET, for which a few redirects below the endpoint are followed.
    func refusal(of location: String, isOfGet: Bool = true) -> String? {
        let parts = Self.parts(of: location)
        guard parts.host != "", parts.host != nil || parts.scheme == nil else { return nil }
        if isOfGet, target(of: location, from: address) != nil {
            return "a redirect beyond the limit of \(RetryingClient.redirectLimit)"
        }
        let target = PlainText.line(parts.host.map { "\(parts.scheme ?? scheme[...])://\($0)" } ?? origin, limit: 200)
        return "a redirect to \(target) that is not followed (only GET redirects below \(name) are)"
    }

    private static func components(of text: String) throws(EndpointError) -> URLComponents {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let host = parts(of: text).host, !host.utf8.allSatisfy(visible.contains) {
            throw EndpointError(
                text,
                "has the host \(host), expected ASCII letters, digits, dots and hyphens, with any other letter in "
                    + "Punycode "
                    + "(xn--…)")
        }
        guard let components = URLComponents(string: text) else { throw EndpointError(text, "is not a URL") }
        guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            let found = components.scheme.map { "the scheme \($0)" } ?? "no scheme"
            throw EndpointError(text, "has \(found), expected http or https")
        }
        guard components.host?.isEmpty == false else { throw EndpointError(text, "has no host") }
        if let port = components.port, !(1...65_535).contains(port) {
            throw EndpointError(text, "has the port \(port), expected 1 to 65535")
        }
        return components
    }

    /// Returns a text's scheme and host, split at the delimiters of RFC 3986, appendix B, without validation; the host
    /// includes its port, but not the credentials.
    private static func parts(of text: String) -> (scheme: Substring?, host: Substring?) {
        let reference = #/(?:([^:\/?#]+):)?(?:\/\/(?:[^\/?#]*@)?([^\/?#]*))?/#.matchingSemantics(.unicodeScalar)
        return text.prefixMatch(of: reference).map { ($0.1, $0.2) } ?? (nil, nil)
    }
}

/// The reason why a text is not the address of a lookup service, with the remedy.
struct EndpointError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ endpoint: String, _ fault: String) {
        description = "\"\(endpoint)\" \(fault); write one such as https://lookup.example.com/resolve"
    }
}
