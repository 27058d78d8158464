import ModuleKit
package import Platform

/// The entry of an installed module in the lock file.
package struct LockedModule: Sendable, Equatable {
    /// The user's action that accepted the content.
    package enum Trust: String, Sendable, Codable {
        case installed
        /// The user accepted a change with `module trust`.
        case trusted
        /// A remote offered the module, and the user allowed its installation with `--allow-install`.
        case offered
    }

    package let name: String
    package let version: String
    /// The SHA-256 of the plugin's own file.
    package let hash: ContentHash
    /// The entry in the store. Its address is the hash of the plugin's file if the plugin does not bundle libraries.
    package var entry: StoreEntry
    /// The path of the file that was copied, or the URL from which the file was fetched.
    package let source: String
    package let trust: Trust
    /// The module's number in the order of installation. If two modules have the same route, the module with the lower
    /// number keeps it, and the host refuses the module with the higher number.
    var order: Int
}

extension LockedModule: Codable {
    private enum Key: String, CodingKey {
        case name, version, file, source, trust, order
        case hash = "sha256"
        case address = "entry"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func check(_ isValid: Bool, _ key: Key, _ expected: String) throws {
            guard !isValid else { return }
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "\(expected) is expected")
        }
        name = try container.decode(String.self, forKey: .name)
        version = try container.decode(String.self, forKey: .version)
        try check(Version(parsing: version) != nil, .version, "a version such as 1.2.3")
        hash = try container.decode(ContentHash.self, forKey: .hash)
        let file = try container.decode(String.self, forKey: .file)
        try check(!file.utf8.contains(Path.slash) && !file.hasPrefix("."), .file, "a file's name")
        entry = StoreEntry(address: try container.decode(ContentHash.self, forKey: .address), file: file)
        source = try container.decode(String.self, forKey: .source)
        trust = try container.decode(Trust.self, forKey: .trust)
        order = try container.decodeIfPresent(Int.self, forKey: .order) ?? Self.unordered
        try check((0..<1 << 32).contains(order), .order, "a place among installed modules")
    }

    /// The number of a module from a lock file without numbers, which an older host wrote.
    static let unordered = 0

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(version, forKey: .version)
        try container.encode(hash, forKey: .hash)
        try container.encode(entry.address, forKey: .address)
        try container.encode(entry.file, forKey: .file)
        try container.encode(source, forKey: .source)
        try container.encode(trust, forKey: .trust)
        try container.encode(order, forKey: .order)
    }
}

/// A library without a module that was installed for the plugins that need it.
package struct LockedLibrary: Sendable, Equatable, Codable {
    package let name: String
    package let hash: ContentHash
    /// The path of the file that was copied.
    package let source: String

    var entry: StoreEntry { StoreEntry(address: hash, file: name) }

    private enum CodingKeys: String, CodingKey {
        case name, source
        case hash = "sha256"
    }
}
