import Platform

/// A file or folder that a start image depends on, as it was when the image was made.
struct ImageDependency: Sendable, Equatable {
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
