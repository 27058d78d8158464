import FoundationEssentials

/// What a resolver answers in place of a module.
public enum Resolution: Sendable, Equatable {
    /// A web page to show, by its `http` or `https` URL.
    case web(url: String)
    /// Another URL, resolved again with the origin of the request that asked.
    case redirect(url: String)
}

extension Resolution: Decodable {
    private enum Key: String, CodingKey { case kind, url }

    /// Decodes `{"kind":"web","url":…}` or `{"kind":"redirect","url":…}`; fields that it does not know are passed over.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let kind = try container.decode(String.self, forKey: .kind)
        let text = try container.decode(String.self, forKey: .url)
        let url: RouteURL
        do {
            url = try RouteURL(text)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .url, in: container, debugDescription: "\(error)")
        }
        switch kind {
        case "web" where url.host != nil: self = .web(url: text)
        case "web":
            throw DecodingError.dataCorruptedError(
                forKey: .url, in: container, debugDescription: "a web page needs an http or https URL, found \(text)")
        case "redirect": self = .redirect(url: text)
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: container, debugDescription: "expected web or redirect, found \(kind)")
        }
    }

    /// Reads an answer from JSON in UTF-8.
    ///
    /// - Throws: `ResolverError.invalidAnswer` that names the resolver and the fault.
    public init(json: [UInt8], from resolver: String) throws(ResolverError) {
        do {
            self = try JSONDecoder().decode(Resolution.self, from: Data(json))
        } catch {
            throw .invalidAnswer(resolver: resolver, reason: CodingFault.describe(error))
        }
    }
}
