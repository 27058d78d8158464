import FoundationEssentials
import ModuleKit

/// The remotes in a file, in the order of their calls:
/// `{"format_version":"1.0","remotes":[{"remote":"https://…","prefixes":["app://shop"]}]}`.
struct RemoteList: Decodable {
    struct Entry: Decodable {
        /// The address of a service, or the path of a table.
        let remote: String
        /// The prefixes of the URLs that it answers; without any, all URLs.
        let prefixes: [String]?
        /// The prefixes of the URLs for which its table may set rules, in place of modules; without any, none.
        let grants: [String]?
    }

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case remotes
    }

    /// The mark of a file that is a list and not a table.
    private struct Mark: Decodable { let remotes: [Entry]? }

    let formatVersion: String
    let remotes: [Entry]

    /// Parses a list; `nil` if the file has another content.
    init?(json: [UInt8], file: String) throws(LookupError) {
        guard let mark: Mark = try? Payload(json: json).decode(), mark.remotes != nil else { return nil }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw .invalidList(file: file, reason: DecodingFault.words(error))
        }
        guard formatVersion.hasPrefix("1.") else { throw .table(.unknownFormat(name: file, found: formatVersion)) }
    }
}

extension RemoteList.Entry {
    /// Returns a remote with its parsed prefixes.
    func configured(_ resolver: any Resolver, file: String) throws(LookupError) -> ConfiguredRemote {
        ConfiguredRemote(
            prefixes: try Self.read(prefixes, file: file), grants: try Self.read(grants, file: file), resolver: resolver
        )
    }

    private static func read(_ prefixes: [String]?, file: String) throws(LookupError) -> [URLPrefix] {
        var read: [URLPrefix] = []
        for text in prefixes ?? [] {
            guard let prefix = URLPrefix(text) else { throw .invalidPrefix(file: file, prefix: text) }
            read.append(prefix)
        }
        return read
    }
}
