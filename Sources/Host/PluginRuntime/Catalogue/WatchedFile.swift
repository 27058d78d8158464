import Platform

/// A file or folder that a start image depends on, as it was when the image was made.
struct WatchedFile: Sendable, Equatable {
    let path: String
    /// The file's identity; `nil` if there was no file.
    let identity: FileIdentity?

    /// Takes the file as it is now.
    init(now path: String) {
        self.path = path
        identity = FileIdentity(at: path)
    }

    init(path: String, identity: FileIdentity?) {
        self.path = path
        self.identity = identity
    }

    var isUnchanged: Bool { FileIdentity(at: path) == identity }

    /// Whether the file changed so recently that a further change may leave its times as they are.
    func isRecent(at now: Int) -> Bool { identity?.isRecent(at: now) ?? false }
}

extension ImageWriter {
    mutating func write(_ file: WatchedFile) {
        write(file.path)
        write(file.identity) { $0.write($1) }
    }

    mutating func write(_ identity: FileIdentity) {
        write(Int(bitPattern: UInt(identity.device)))
        write(Int(bitPattern: UInt(identity.inode)))
        for number in [identity.size, identity.modified, identity.changed] { write(number) }
    }
}

extension ImageReader {
    mutating func watchedFile() throws(Fault) -> WatchedFile {
        let path = try text()
        let identity = try optional { (reader: inout ImageReader) throws(Fault) in try reader.identity() }
        return WatchedFile(path: path, identity: identity)
    }

    mutating func identity() throws(Fault) -> FileIdentity {
        FileIdentity(
            device: UInt64(UInt(bitPattern: try number())), inode: UInt64(UInt(bitPattern: try number())),
            size: try number(), modified: try number(), changed: try number())
    }
}
