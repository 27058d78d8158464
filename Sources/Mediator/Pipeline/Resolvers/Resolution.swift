import FoundationEssentials

/// The answer of a resolver, instead of a module's answer.
public enum Resolution: Sendable, Equatable {
    /// A web page to show, with an `http` or `https` URL.
    case web(url: RouteURL)
    /// Another URL, which is resolved with the origin of the original request.
    case redirect(to: RouteURL)
    /// A page, which the answer itself contains.
    case page(Page)
    /// A plugin that would answer after its installation.
    case module(ModuleOffer)
    /// The content at the URL no longer exists.
    case gone(reason: String?)
    /// The caller may not use the URL.
    case denied(reason: String?)
    /// A table of rules, which the host requests in advance; valid only as the answer to `ResolverTable.url`.
    case table(ResolverTable)
    /// The value of a call.
    case value(Payload)
}

extension Resolution {
    /// A description of the answer for messages and traces.
    public var words: String {
        switch self {
        case .web(let url): "the web page \(url)"
        case .redirect(let url): "a redirect to \(url)"
        case .page(let page): "the page \"\(page.title)\""
        case .module(let offer): "the module \(offer.name) \(offer.version), which is not installed"
        case .gone: "gone"
        case .denied: "denied"
        case .table(let table): "its table \(table.version)"
        case .value: "a value"
        }
    }
}

extension Resolution: Decodable {
    private enum Key: String, CodingKey { case kind, url, page, module, reason, table }
    private enum Kind: String, CaseIterable { case web, redirect, page, module, gone, denied, table }
    private typealias Container = KeyedDecodingContainer<Key>

    /// Decodes `{"kind":…}` with the fields of its kind, and ignores unknown fields.
    ///
    /// It validates every URL, including the links of a page, before any part of an answer is used or stored.
    /// - Throws: `DecodingError` if the kind is unknown, a field is missing, or a URL is invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try Self.kind(in: container) {
        case .web: self = .web(url: try Self.url(in: container, isWeb: true))
        case .redirect: self = .redirect(to: try Self.url(in: container, isWeb: false))
        case .page: self = .page(try Self.page(in: container))
        case .module: self = .module(try container.decode(ModuleOffer.self, forKey: .module))
        case .gone: self = .gone(reason: try container.decodeIfPresent(String.self, forKey: .reason))
        case .denied: self = .denied(reason: try container.decodeIfPresent(String.self, forKey: .reason))
        case .table: self = .table(try container.decode(ResolverTable.self, forKey: .table))
        }
    }

    /// Decodes an answer from JSON in UTF-8.
    /// - Throws: `ResolverError` (`invalidAnswer`) that names the resolver and the fault.
    public init(json: [UInt8], from resolver: String) throws(ResolverError) {
        do {
            self = try JSONDecoder().decode(Resolution.self, from: Data(json))
        } catch {
            throw .invalidAnswer(resolver: resolver, reason: error.inWords)
        }
    }

    private static func kind(in container: Container) throws -> Kind {
        let text = try container.decode(String.self, forKey: .kind)
        guard let kind = Kind(rawValue: text) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(.kind, in: container, "expected one of \(kinds), found \(text)")
        }
        return kind
    }

    private static func url(in container: Container, isWeb: Bool) throws -> RouteURL {
        let url = try container.decode(RouteURL.self, forKey: .url)
        if let error = url.fault { throw fault(.url, in: container, "\(error)") }
        guard !isWeb || url.host != nil else {
            throw fault(.url, in: container, "a web page needs an http or https URL, found \(url)")
        }
        return url
    }

    private static func page(in container: Container) throws -> Page {
        let page = try container.decode(Page.self, forKey: .page)
        if let error = page.urls.lazy.compactMap(\.fault).first {
            throw fault(.page, in: container, "a link leads to an invalid URL: \(error)")
        }
        return page
    }

    private static func fault(_ key: Key, in container: Container, _ text: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: container, debugDescription: text)
    }
}

extension Resolution {
    /// Converts this answer of a resolver into the response to a request; throws for an answer such as `gone`.
    func response(to request: Request, from resolver: String) throws(RequestError) -> Response {
        switch self {
        case .web(let url): return .command(.web(url: url))
        case .redirect(let url): return .redirect(to: url)
        case .value(let value): return .value(value)
        case .page(let page): return .page(page)
        case .gone(let reason): throw RequestError(.gone(url: request.shownURL, resolver: resolver, reason: reason))
        case .denied(let reason): throw RequestError(.denied(url: request.shownURL, resolver: resolver, reason: reason))
        // The pipeline has accepted the offer before, unless the host has no installer or the caller is external.
        case .module(let offer):
            throw RequestError(.moduleOffered(url: request.shownURL, resolver: resolver, offer: offer))
        case .table:
            throw RequestError(
                .remote(
                    url: request.shownURL,
                    reason: .invalidAnswer(resolver: resolver, reason: "a table is not an answer to a request")))
        }
    }
}
