/// A file of a plugin, as it was read.
struct BundledFile: Sendable {
    let name: String
    let path: String
    let identity: FileIdentity
    let bytes: [UInt8]

    /// Reads a file that was checked.
    init(_ file: borrowing CheckedFile) throws(PluginFileError) {
        name = file.name
        path = file.path
        identity = file.status.identity
        bytes = try file.bytes()
    }

    /// The SHA-256 of the bytes; it takes time linear in their number.
    func hash() -> ContentHash { SHA256.hash(bytes) }
}
