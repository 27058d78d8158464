import Glibc

/// What can be done to the names in an open folder.
extension Descriptor {
    /// Makes a folder in this one.
    func makeFolder(_ name: String, mode: mode_t) throws(FileError) {
        try Self.check(mkdirat(number, name, mode))
    }

    /// Gives a file or folder in this folder another name, in one step; a file that has that name goes.
    func rename(_ name: String, to other: String) throws(FileError) {
        try Self.check(renameat(number, name, number, other))
    }

    /// Removes a file or a folder with all that is in it; what is not there needs no removing.
    func remove(_ name: String) throws(FileError) {
        if unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else { throw FileError(code: errno) }
        let folder = try open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for child in try folder.names() { try folder.remove(child) }
        try Self.check(unlinkat(number, name, AT_REMOVEDIR))
    }

    /// Puts a file into this folder, whole or not at all, whatever happens to the process or the machine.
    func replaceFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
        let temporary = Self.incoming(name)
        try remove(temporary)
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try file.write(bytes)
        try file.synchronize()
        try rename(temporary, to: name)
        try synchronize()
    }

    /// The name that a file has in its folder before it is whole.
    static func incoming(_ name: String) -> String { name + ".new" }

    /// Whether a name is in this folder; a link is not followed.
    func contains(_ name: String) -> Bool {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }
}
