import Glibc

/// A cache folder. Its files can be created again, so an unreadable file counts as absent.
///
/// Several processes may use it at the same time. A file is written under a temporary name and renamed when it is
/// complete, so no process reads a partial file, and a process may be killed at any time. Abandoned temporary files are
/// removed later. Writes do not wait for the disk: after a power failure, a file may be incomplete under its final
/// name. Then its checksum does not match.
package struct CacheFolder: Sendable {
    package let path: String

    /// The default size limit for reading a file, in bytes; the `StartImage` of a million routes is smaller.
    private static let limit = 256 << 20
    /// The age at which a temporary file counts as abandoned, in seconds.
    private static let writingTimeLimit = 60
    /// The prefix of the names of temporary files.
    package static let incoming = ".new."

    package init(path: String) { self.path = path }

    /// Returns the bytes of a file that decides which code runs; `nil` if it is absent, or if other users could have
    /// written it. Anything with that name that is not a regular file, such as a folder, is renamed.
    package func bytes(of name: String) -> [UInt8]? {
        bytes(of: name, decidesCode: true, limit: Self.limit, drop: setAside)
    }

    /// Returns the content of a sealed file, or `nil` if the file is absent, damaged or of another format, or if others
    /// could have written it.
    ///
    /// - Parameters:
    ///   - decidesCode: whether the file decides which code runs. If not, the folders above it are not checked, which
    ///     saves system calls.
    ///   - drop: called with the name and the fault of a damaged file, to make room for a new one; renames the damaged
    ///     file by default.
    package func content(
        of name: String, _ seal: FileSeal, decidesCode: Bool = true, limit: Int = limit,
        drop: ((_ name: String, _ fault: String) -> Void)? = nil
    ) -> ArraySlice<UInt8>? {
        let drop = drop ?? setAside
        guard let bytes = bytes(of: name, decidesCode: decidesCode, limit: limit, drop: drop) else { return nil }
        let content = seal.content(of: bytes)
        if content == nil, !FileSeal.isWhole(bytes) { drop(name, "its checksum does not match") }
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
            // An empty file that decides which code runs is not renamed: it has no content to keep, and the next write
            // replaces it. Any other empty file counts as damaged.
            case .empty: if !decidesCode { drop(name, "\(error)") }
            case .system, .tooLarge, .exposed: break
            }
            return nil
        }
    }

    /// Writes a file completely or not at all; several processes may write the same file at the same time.
    package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
        try Path.makeFolders(path)
        let temporary = "\(path)/\(Self.incoming)\(String(UInt64.random(in: .min ... .max), radix: 36))"
        do throws(FileError) {
            let file = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try file.write(bytes)
            if rename(temporary, "\(path)/\(name)") == 0 { return }
            guard errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST else { throw FileError.system(errno) }
            setAside(name, because: "it is a folder, not a file")
            try Descriptor.check(rename(temporary, "\(path)/\(name)"))
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Renames a damaged file, so that a new one can be written.
    private func setAside(_ name: String, because fault: String) {
        SetAside.move(
            "\(path)/\(name)", because: fault, remedy: "the host writes a new one; delete the damaged file")
    }

    /// Removes a file; does nothing if it is absent.
    package func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Returns the complete files of the folder, and removes abandoned temporary files.
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
