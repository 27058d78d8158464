/// An installed module, as the lock file has it.
struct LockedModule: Sendable, Equatable {
    /// How the user accepted the content.
    enum Trust: String, Sendable, Codable {
        /// By installing it.
        case installed
        /// By `module trust`, after it had changed.
        case trusted
        /// By `--allow-install`, when a remote offered it.
        case offered
    }

    let name: String
    let version: String
    /// The SHA-256 of the plugin's own file.
    let hash: ContentHash
    /// Where the store has it; the address is the hash itself where the plugin brings no libraries along.
    let entry: StoreEntry
    /// The path of the file that it was copied from, or the URL that it was fetched from.
    let source: String
    let trust: Trust
}

extension LockedModule: Codable {
    private enum Key: String, CodingKey {
        case name, version, file, source, trust
        case hash = "sha256"
        case address = "entry"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        version = try container.decode(String.self, forKey: .version)
        hash = try container.decode(ContentHash.self, forKey: .hash)
        let file = try container.decode(String.self, forKey: .file)
        guard !file.contains("/"), !file.hasPrefix(".") else {
            throw DecodingError.dataCorruptedError(
                forKey: .file, in: container, debugDescription: "a file's name is expected")
        }
        entry = StoreEntry(address: try container.decode(ContentHash.self, forKey: .address), file: file)
        source = try container.decode(String.self, forKey: .source)
        trust = try container.decode(Trust.self, forKey: .trust)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(version, forKey: .version)
        try container.encode(hash, forKey: .hash)
        try container.encode(entry.address, forKey: .address)
        try container.encode(entry.file, forKey: .file)
        try container.encode(source, forKey: .source)
        try container.encode(trust, forKey: .trust)
    }
}
