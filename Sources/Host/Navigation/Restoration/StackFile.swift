import FoundationEssentials
import Glibc

/// The file in which the stack outlives a session: `switchboard/stack.json` in the user's state.
struct StackFile: Sendable {
    private static let name = "stack.json"
    /// The longest file that is read, in bytes.
    private static let limit = 4 << 20

    private let folder: String

    /// `nil` where the environment names no place for it.
    init?(environment: [String: String]) {
        guard let home = StateHome.path(environment) else { return nil }
        folder = home + "/switchboard"
    }

    /// The stack of the last session; `nil` where none was kept.
    func read() throws(StackFileError) -> StackSnapshot? {
        let path = folder + "/" + Self.name
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        let snapshot: StackSnapshot
        do {
            snapshot = try JSONDecoder().decode(StackSnapshot.self, from: Data(try Self.bytes(path)))
        } catch let error as StackFileError {
            throw error
        } catch let error as FileError {
            throw .damaged(path: path, reason: "\(error)")
        } catch {
            throw .damaged(path: path, reason: DecodingFault.words(error))
        }
        if let fault = snapshot.fault { throw .damaged(path: path, reason: fault) }
        return snapshot
    }

    /// The bytes of a file that is one, and no longer than one can be: a pipe in its place is not waited for.
    private static func bytes(_ path: String) throws -> [UInt8] {
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.kind == .regular else { throw StackFileError.damaged(path: path, reason: "it is no file") }
        guard status.size <= limit else { throw StackFileError.damaged(path: path, reason: "it is too long") }
        return try File.bytes(of: file.number)
    }

    /// Forgets the stack.
    func remove() { unlink(folder + "/" + Self.name) }

    /// Keeps a stack in place of the one before, whole or not at all.
    func write(_ snapshot: StackSnapshot) throws(StackFileError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let bytes = Array(try encoder.encode(snapshot))
            try makeFolder()
            try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY).replaceFile(Self.name, with: bytes)
        } catch {
            throw .unwritable(path: folder + "/" + Self.name, reason: "\(error)")
        }
    }

    /// Makes the folder and those above it, for the user alone, as the XDG Base Directory Specification has it.
    private func makeFolder() throws(FileError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, 0o700) < 0, errno != EEXIST, !Path.isFolder(path) { throw FileError(code: errno) }
        }
    }
}
