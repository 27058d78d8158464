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
        guard ["web", "redirect"].contains(kind) else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: container, debugDescription: "expected web or redirect, found \(kind)")
        }
        let text = try container.decode(String.self, forKey: .url)
        let url: RouteURL
        do {
            url = try RouteURL(text)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .url, in: container, debugDescription: "\(error)")
        }
        guard kind == "redirect" || url.host != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .url, in: container, debugDescription: "a web page needs an http or https URL, found \(text)")
        }
        self = kind == "redirect" ? .redirect(url: text) : .web(url: text)
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
