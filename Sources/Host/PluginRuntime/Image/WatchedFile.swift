/// A file or folder that a start image depends on, as it was when the image was made.
struct WatchedFile: Sendable, Equatable {
    let path: String
    /// `nil` where nothing was there.
    let identity: FileIdentity?

    /// What is there now.
    init(now path: String) {
        self.path = path
        identity = FileIdentity(at: path)
    }

    init(path: String, identity: FileIdentity?) {
        self.path = path
        self.identity = identity
    }

    /// Whether it is as it was.
    var isUnchanged: Bool { FileIdentity(at: path) == identity }

    /// Whether it may have changed after it was looked at without its times saying so.
    ///
    /// The system's clock for files moves every 10 ms at most.
    func isRecent(at now: Int) -> Bool { identity.map { now - $0.changed < 20_000_000 } ?? false }
}

extension ImageWriter {
    mutating func write(_ file: WatchedFile) {
        write(file.path)
        write(file.identity) { writer, identity in
            writer.write(Int(bitPattern: UInt(identity.device)))
            writer.write(Int(bitPattern: UInt(identity.inode)))
            for number in [identity.size, identity.modified, identity.changed] { writer.write(number) }
        }
    }
}

extension ImageReader {
    mutating func watchedFile() throws(Fault) -> WatchedFile {
        let path = try text()
        let identity = try optional { (reader: inout ImageReader) throws(Fault) in
            FileIdentity(
                device: UInt64(UInt(bitPattern: try reader.number())),
                inode: UInt64(UInt(bitPattern: try reader.number())), size: try reader.number(),
                modified: try reader.number(), changed: try reader.number())
        }
        return WatchedFile(path: path, identity: identity)
    }
}
