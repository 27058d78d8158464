import Glibc

/// A folder of files that can be made again: what cannot be read or written there is as good as not there.
///
/// What others could have written is not read: it decides which code runs.
struct CacheFolder: Sendable {
    let path: String

    /// The bytes of a file; `nil` where there is none that can be believed.
    func bytes(of name: String) -> [UInt8]? {
        guard let folder = try? CheckedFolder.open(path) else { return nil }
        return try? folder.file(name).bytes()
    }

    /// Puts a file in place as a whole; many may write it at the same time.
    func write(_ bytes: [UInt8], to name: String) {
        guard make() else { return }
        let temporary = "\(path)/.\(name).\(String(UInt64.random(in: .min ... .max), radix: 36))"
        do {
            let file = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try file.write(bytes)
            guard rename(temporary, "\(path)/\(name)") == 0 else { throw FileError(code: errno) }
        } catch {
            unlink(temporary)
        }
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// The names of the files that end so, with their times, the newest first.
    func names(endingIn suffix: String) -> [String] {
        guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY),
            let names = try? folder.names().filter({ $0.hasSuffix(suffix) && !$0.hasPrefix(".") })
        else { return [] }
        let dated = names.map { (name: $0, changed: FileIdentity(at: "\(path)/\($0)")?.changed ?? 0) }
        return dated.sorted { $0.changed > $1.changed }.map(\.name)
    }

    /// Makes the folder where it is missing; tells whether it is there.
    private func make() -> Bool {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || errno == EROFS else { return false }
        }
        return true
    }
}

extension FileIdentity {
    /// What is at a path; `nil` where nothing is. A link is not followed.
    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
