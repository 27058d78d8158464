import Foundation
import ModuleKit

/// The `http` or `https` address of a lookup service.
struct Endpoint: Sendable {
    /// The address without credentials, query and fragment, for messages.
    let name: String
    private let url: URL
    private let questionPrefix: String

    init(_ text: String) throws(EndpointError) {
        guard var components = URLComponents(string: text), let url = components.url else { throw .malformed(text) }
        guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw .scheme(found: components.scheme, endpoint: text)
        }
        guard let host = components.host, !host.isEmpty else { throw .noHost(endpoint: text) }
        if let port = components.port, !(1...65_535).contains(port) { throw .port(found: port, endpoint: text) }
        self.url = url
        let address = text.prefix { $0 != "#" }
        questionPrefix = address + (address.contains("?") ? "&" : "?") + "url="
        components.removeSecrets()
        name = components.string ?? host
    }

    /// The address that asks about a URL.
    func question(about url: RouteURL) -> String { questionPrefix + url.text.percentEscaped }

    /// Scheme, host and port of a redirect's `Location`, or `nil` where that is no address.
    func origin(of location: String) -> String? {
        guard let target = URL(string: location, relativeTo: url),
            var components = URLComponents(url: target, resolvingAgainstBaseURL: true),
            components.host?.isEmpty == false
        else { return nil }
        components.removeSecrets()
        components.path = ""
        return components.string
    }
}

extension URLComponents {
    /// Takes away what may hold a secret: credentials, query and fragment.
    fileprivate mutating func removeSecrets() {
        user = nil
        password = nil
        query = nil
        fragment = nil
    }
}
