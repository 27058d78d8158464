@_exported @_spi(Host) public import ModuleKit

/// A file that records the interfaces that a module's tests used, in sections of entries. A form is a JSON Schema.
///
/// | section | key | entry |
/// |---|---|---|
/// | `asks` | verb and stub: `call app://bank/pay {}` | forms of body, value and awaited answer, errors, labels |
/// | `answers` | verb and URL of a route of the module | the form of a page's answer, errors |
/// | `services` | the name of a service that the module takes | versions, type |
/// | `events` | the name of an event that the module subscribes to | the form of its value |
/// | `published` | the name of an event that the module publishes | the form of its value |
/// | `labels` | a label whose routes the module reads | |
/// | `reviewed` | section and key of another entry | its answer at the last `switchboard contract review` |
@_spi(Host) public struct ContractFile: Sendable, Equatable {
    /// The members of an entry.
    public typealias Entry = [String: JSONValue]
    /// The names of the sections, in the order of the file.
    public static let names = ["asks", "answers", "services", "events", "published", "labels", "reviewed"]

    /// The name of the module.
    public let module: String
    /// The entries, keyed by section and then by key; a section without entries is absent.
    public private(set) var sections: [String: [String: Entry]] = [:]
    /// The version of the format.
    public private(set) var version = "1.1"

    /// Creates a file without entries.
    public init(module: String) { self.module = module }

    /// Parses a file; `nil` if it is not a contract file, or has a section or an entry that is not an object.
    public init?(_ bytes: [UInt8]) {
        guard case .object(let document)? = try? JSONValue(document: bytes),
            case .string(let module)? = document["module"],
            case .object? = document["asks"]
        else { return nil }
        self.init(module: module)
        if let format = document["format_version"] {
            guard case .string(let version) = format else { return nil }
            self.version = version
        }
        for name in Self.names {
            guard let section = document[name] else { continue }
            guard case .object(let entries) = section else { return nil }
            for (key, entry) in entries {
                guard case .object(let members) = entry else { return nil }
                sections[name, default: [:]][key] = members
            }
        }
    }

    /// Returns the file with more entries; entries with the same key are merged, and the order of the merges does not
    /// matter.
    public func adding(_ others: [String: [String: Entry]]) -> ContractFile {
        var file = self
        for (name, entries) in others {
            file.sections[name, default: [:]].merge(entries) { $0.merging($1, uniquingKeysWith: Self.union) }
        }
        return file
    }

    /// Returns the file with the entries of one section replaced.
    public func replacing(_ section: String, with entries: [String: Entry]) -> ContractFile {
        var file = self
        file.sections[section] = entries.isEmpty ? nil : entries
        return file
    }

    private static func union(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
        switch (first, second) {
        case (.array(let values), .array(let others)):
            .array((values + others.filter { !values.contains($0) }).sorted { $0.text < $1.text })
        // A URL is an example, so the shortest URL is kept.
        case (.string(let text), .string(let other)):
            (text.utf8.count, text) < (other.utf8.count, other) ? first : second
        default: ContractShape.either([first, second])
        }
    }

    /// The file's text, with one line for each entry, so that a review shows added and removed entries.
    public var text: String {
        let parts = Self.names.compactMap { name -> String? in
            guard let entries = sections[name] ?? (name == "asks" ? [:] : nil) else { return nil }
            let lines = entries.sorted { $0.key < $1.key }.map { key, entry in
                "\(JSONValue.string(key).text):\(JSONValue.object(entry).text)"
            }
            return "\"\(name)\":{\n\(lines.joined(separator: ",\n"))\n}"
        }
        return "{\"format_version\":\"1.1\",\"module\":\(JSONValue.string(module).text),"
            + parts.joined(separator: ",") + "}\n"
    }
}
