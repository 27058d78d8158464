/// A file of a plugin, as it was read.
struct BundledFile: Sendable {
    let name: String
    let path: String
    let identity: FileIdentity
    /// Whether any later change of the file would change its identity, too.
    let isSettled: Bool
    let bytes: [UInt8]

    /// Reads a file that was checked.
    init(_ file: borrowing CheckedFile) throws(PluginFileError) {
        name = file.name
        path = file.path
        identity = file.status.identity
        isSettled = !identity.isRecent() && !file.hasWriters
        bytes = try file.bytes()
    }

    /// A file that was never on this machine's disk.
    ///
    /// - Parameter address: where it is from.
    init(name: String, address: String, bytes: [UInt8]) {
        self.name = name
        path = address
        identity = FileIdentity(device: 0, inode: 0, size: bytes.count, modified: 0, changed: 0)
        isSettled = false
        self.bytes = bytes
    }

    /// The SHA-256 of the bytes; it takes time linear in their number.
    func hash() -> ContentHash { SHA256.hash(bytes) }
}
