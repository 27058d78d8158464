import Glibc

/// A folder of files that can be created again: an unreadable file there counts as an absent one.
///
/// Several processes use it at once. A file is written under a temporary name and renamed when it is complete, so that
/// no process sees a part of one, and a process may be killed at any time. Its incomplete files are removed later. Only
/// a machine that loses its power may leave an incomplete file under its final name, since no write waits for the disk:
/// its checksum shows the damage.
package struct CacheFolder: Sendable {
    package let path: String

    /// The largest file that is read under the file rules, in bytes; the image of a million routes is smaller.
    private static let limit = 256 << 20
    /// The time limit for writing a file, in seconds.
    private static let writingTimeLimit = 60
    /// Begins the name of an incomplete file.
    package static let incoming = ".new."

    package init(path: String) { self.path = path }

    /// Returns the bytes of a file that decides which code runs; `nil` if it is absent, or if others could have written
    /// it. A damaged one is renamed.
    package func bytes(of name: String) -> [UInt8]? {
        bytes(of: name, decidesCode: true, limit: Self.limit, drop: setAside)
    }

    /// Returns the content of a sealed file; `nil` if the file is absent, of another format, or if others could have
    /// written it.
    ///
    /// - Parameters:
    ///   - decidesCode: whether the file decides which code runs. Otherwise, the folders above it are not checked, so
    ///     that it takes a few system calls only.
    ///   - drop: makes room for a new file in place of a damaged one, whose fault it gets; it renames that one by
    ///     default.
    package func content(
        of name: String, _ seal: FileSeal, decidesCode: Bool = true, limit: Int = limit,
        drop: ((_ name: String, _ fault: String) -> Void)? = nil
    ) -> ArraySlice<UInt8>? {
        let drop = drop ?? setAside
        guard let bytes = bytes(of: name, decidesCode: decidesCode, limit: limit, drop: drop) else { return nil }
        let content = seal.content(of: bytes)
        if content == nil, !FileSeal.isWhole(bytes) { drop(name, "its checksum is another") }
        return content
    }

    private func bytes(
        of name: String, decidesCode: Bool, limit: Int, drop: (_ name: String, _ fault: String) -> Void
    ) -> [UInt8]? {
        do throws(FileError) {
            if decidesCode { return try CheckedFolder.open(path).file(name).bytes(limit: limit) }
            let file = try File.openPlain("\(path)/\(name)")
            let status = try File.plainStatus(of: file)
            guard status.owner == geteuid(), status.size <= limit else { return nil }
            return try File.bytes(of: file.number, size: status.size, limit: limit)
        } catch {
            switch error {
            case .notRegular: drop(name, "\(error)")
            // An empty file holds nothing that would be worth a new name.
            case .empty: if !decidesCode { drop(name, "\(error)") }
            case .system, .tooLarge, .exposed: break
            }
            return nil
        }
    }

    /// Writes a file, completely or not at all; several processes may write it at once.
    package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
        try Path.makeFolders(path)
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
    private func setAside(_ name: String, because fault: String) {
        SetAside.move(
            "\(path)/\(name)", because: fault, remedy: "the host writes a new one; delete the damaged file")
    }

    /// Removes a file; an absent one is no error.
    package func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Returns the folder's files, and removes the incomplete ones that a process has left.
    package func files() -> [(name: String, identity: FileIdentity)] {
        guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY), let names = try? folder.names()
        else {
            return []
        }
        let earliest = FileIdentity.now() - Self.writingTimeLimit * 1_000_000_000
        return names.compactMap { name in
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let identity = FileIdentity(status)
            if name.hasPrefix(Self.incoming), identity.modified < earliest { remove(name) }
            return name.hasPrefix(".") ? nil : (name, identity)
        }
    }

    /// Returns the names of the files with a suffix, the newest first.
    package func names(endingIn suffix: String) -> [String] {
        let files = files().filter { $0.name.hasSuffix(suffix) }
        return files.sorted { $0.identity.changed > $1.identity.changed }.map(\.name)
    }
}
