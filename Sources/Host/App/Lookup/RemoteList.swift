import FoundationEssentials
import ModuleKit

/// Remotes as a file lists them, in the order in which they are asked:
/// `{"format_version":"1.0","remotes":[{"remote":"https://…","prefixes":["app://shop"]},{"remote":"built-in"}]}`.
struct RemoteList: Decodable {
    /// One remote.
    struct Entry: Decodable {
        /// The address of a service, the path of a table, or `built-in`.
        let remote: String
        /// The URLs that it is asked for; all where none are named.
        let prefixes: [String]?
        /// The URLs that its table may lay something down for, in place of modules; none where none are named.
        let grants: [String]?
    }

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case remotes
    }

    /// Whether a file is a list and not a table.
    private struct Mark: Decodable { let remotes: [Entry]? }

    let formatVersion: String
    let remotes: [Entry]

    /// Reads a list; `nil` where the file holds something else.
    init?(json: [UInt8], file: String) throws(LookupError) {
        guard let mark: Mark = try? Payload(json: json).decode(), mark.remotes != nil else { return nil }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw .invalidList(file: file, reason: DecodingFault.words(error))
        }
        guard formatVersion.hasPrefix("1.") else { throw .unknownFormat(file: file, found: formatVersion) }
    }
}

extension RemoteList.Entry {
    /// A remote with the prefixes, read.
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
