import Glibc

/// A folder of files that can be created again: an unreadable file there counts as an absent one.
///
/// Several processes use it at once. A file is written under a temporary name and renamed when it is complete, so that
/// no process sees a part of one, and a process may be killed at any time. Its incomplete files are removed later. Only
/// a machine that loses its power may leave an incomplete file under its final name, since no write waits for the disk:
/// its checksum shows the damage.
package struct CacheFolder: Sendable {
    package struct File {
        package let name: String
        /// The size in bytes.
        package let size: Int
        /// The time of writing, in seconds since 1970.
        package let written: Int
    }

    package let path: String

    /// The largest file that is read under the file rules, in bytes: the image of a start with a million routes is
    /// smaller.
    private static let limit = 256 << 20
    /// The time limit for writing a file, in seconds.
    private static let writingTimeLimit = 60
    /// Begins the name of an incomplete file.
    package static let incoming = ".new."

    package init(path: String) { self.path = path }

    /// Returns the bytes of a file that decides which code runs; `nil` if it is absent, or if others could have written
    /// it.
    package func bytes(of name: String) -> [UInt8]? {
        guard let folder = try? CheckedFolder.open(path) else { return nil }
        do throws(FileError) {
            return try folder.file(name).bytes(limit: Self.limit)
        } catch {
            if case .notRegular = error { setAside(name, because: "\(error)") }
            return nil
        }
    }

    /// Returns the bytes of a file, or `nil` unless it belongs to the user and is within the limit.
    ///
    /// It takes a few system calls, since it does not check the parent folders.
    package func ownBytes(of name: String, limit: Int) -> [UInt8]? {
        guard let file = try? Descriptor(opening: path + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), status.kind == .regular, status.owner == geteuid(), status.size <= limit,
            let bytes = try? PlainFile.bytes(of: file, size: status.size), bytes.count == status.size
        else { return nil }
        return bytes
    }

    /// Writes a file, completely or not at all; several processes may write it at once.
    package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
        try make()
        let temporary = "\(path)/\(Self.incoming)\(String(UInt64.random(in: .min ... .max), radix: 36))"
        do throws(FileError) {
            let file = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try file.write(bytes)
            if rename(temporary, "\(path)/\(name)") == 0 { return }
            guard errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST else { throw FileError.system(errno) }
            setAside(name, because: "it is a folder in place of a file")
            try Descriptor.check(rename(temporary, "\(path)/\(name)"))
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Renames a damaged file, which is written anew.
    package func setAside(_ name: String, because reason: String) {
        SetAside.move(
            "\(path)/\(name)", because: reason, remedy: "the host writes a new one; delete the damaged file")
    }

    /// Removes a file; an absent one is no error.
    package func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Returns the folder's files, and removes the incomplete ones that a process has left.
    package func files() -> [File] {
        guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY), let names = try? folder.names()
        else {
            return []
        }
        let now = time(nil)
        return names.compactMap { name in
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            if name.hasPrefix(Self.incoming), status.st_mtim.tv_sec < now - Self.writingTimeLimit { remove(name) }
            if name.hasPrefix(".") { return nil }
            return File(name: name, size: Int(status.st_size), written: status.st_mtim.tv_sec)
        }
    }

    /// Returns the names of the files with a suffix, the newest first.
    package func names(endingIn suffix: String) -> [String] {
        guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY),
            let names = try? folder.names().filter({ $0.hasSuffix(suffix) && !$0.hasPrefix(".") })
        else { return [] }
        let dated = names.map { (name: $0, changed: FileIdentity(at: "\(path)/\($0)")?.changed ?? 0) }
        return dated.sorted { $0.changed > $1.changed }.map(\.name)
    }

    /// Creates the folder and its absent parents, for the user alone.
    package func make() throws(FileError) {
        if access(path, F_OK) == 0 { return }
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
                throw .system(errno)
            }
        }
    }
}

extension FileIdentity {
    /// Creates the file at a path; `nil` if there is none. A link is not followed.
    package init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
