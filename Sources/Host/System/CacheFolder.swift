import Glibc

/// A folder of files that can be made again: what cannot be read or written there is as good as not there.
///
/// What others could have written is not read: it decides which code runs.
struct CacheFolder: Sendable {
    let path: String

    /// The largest file that is read, in bytes: the image of a start with a million routes is smaller.
    private static let limit = 256 << 20

    /// The bytes of a file; `nil` where there is none that can be believed.
    func bytes(of name: String) -> [UInt8]? {
        guard let folder = try? CheckedFolder.open(path) else { return nil }
        return try? folder.file(name).bytes(limit: Self.limit)
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
    func make() -> Bool {
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

/// Tells damage from what was written, not who wrote it.
enum Checksum {
    /// A number that changes with any change within eight bytes, and most likely with any other.
    static func of(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { memory in
            var sum = UInt64(memory.count) &+ 0x9E37_79B9_7F4A_7C15
            var place = 0
            while place &+ 8 <= memory.count {
                sum = (sum ^ memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
                sum = sum << 29 | sum >> 35
                place &+= 8
            }
            while place < memory.count {
                sum = (sum ^ UInt64(memory[place])) &* 0x9FB2_1C65_1E98_DF25
                place &+= 1
            }
            return Int(truncatingIfNeeded: sum)
        }
    }
}
