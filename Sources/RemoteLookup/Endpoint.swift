import FoundationEssentials
import ModuleKit

/// The `http` or `https` address of a lookup service.
struct Endpoint: Sendable {
    /// The address without credentials, query and fragment, for messages.
    let name: String
    private let scheme: String
    private let origin: String
    private let questionPrefix: String

    init(_ text: String) throws(EndpointError) {
        var components = try Self.components(of: text)
        components.fragment = nil
        // With the characters escaped that a URL cannot hold.
        guard let address = components.string, let scheme = components.scheme else { throw .malformed(text) }
        questionPrefix = address + (address.contains("?") ? "&" : "?") + "url="
        components.user = nil
        components.password = nil
        components.query = nil
        name = components.string ?? scheme
        components.path = ""
        origin = components.string ?? scheme
        self.scheme = scheme
    }

    /// The address that asks about a URL.
    func question(about url: RouteURL) -> String { questionPrefix + url.text.percentEscaped }

    /// Scheme, host and port of a redirect's `Location`, or `nil` where that is no address.
    ///
    /// It is only for a message, so that its text is not judged.
    func origin(of location: String) -> String? {
        let parts = Self.parts(of: location)
        guard let host = parts.host else { return parts.scheme == nil ? origin : nil }
        return host.isEmpty ? nil : "\(parts.scheme ?? scheme[...])://\(host)"
    }

    private static func components(of text: String) throws(EndpointError) -> URLComponents {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let host = parts(of: text).host, !host.utf8.allSatisfy(visible.contains) {
            throw .host(found: String(host), endpoint: text)
        }
        guard let components = URLComponents(string: text) else { throw .malformed(text) }
        guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw .scheme(found: components.scheme, endpoint: text)
        }
        guard components.host?.isEmpty == false else { throw .noHost(endpoint: text) }
        if let port = components.port, !(1...65_535).contains(port) { throw .port(found: port, endpoint: text) }
        return components
    }

    /// What stands between the delimiters of RFC 3986, appendix B, whether or not it is valid; the host has its port and
    /// no credentials.
    private static func parts(of text: String) -> (scheme: Substring?, host: Substring?) {
        let reference = #/(?:([^:\/?#]+):)?(?:\/\/(?:[^\/?#]*@)?([^\/?#]*))?/#.matchingSemantics(.unicodeScalar)
        return text.prefixMatch(of: reference).map { ($0.1, $0.2) } ?? (nil, nil)
    }
}
