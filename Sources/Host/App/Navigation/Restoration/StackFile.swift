import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The file in which the stack outlives a session: one of those in the folder `switchboard` of the user's state, which this
/// session alone reads and writes.
///
/// Sessions that run at once have a file each. One that begins takes that which was written last of those that no other has.
final class StackFile: Sendable {
    /// The longest file that is read and written, in bytes.
    static let limit = 4 << 20
    /// The most sessions that keep a stack at once.
    private static let most = 16

    let path: String
    private let name: String
    private let folder: Descriptor
    private let lock: FileLock

    /// Takes a file that no other session has; `nil` where the environment names no place for it.
    static func taken(_ environment: [String: String]) throws(StackFileError) -> StackFile? {
        guard let home = StateHome.path(environment) else { return nil }
        let path = home + "/switchboard"
        do {
            try makeFolder(path)
            let violations = try CheckedFolder.open(path).violations
            guard violations.isEmpty else { throw StackFileError.exposed(violations) }
            for name in newestFirst(in: try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)) {
                let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
                let lock = try FileLock(name + ".lock", in: folder)
                if lock.tryAlone() { return StackFile(path + "/" + name, name, folder, lock) }
            }
        } catch let error as StackFileError {
            throw error
        } catch {
            throw .unwritable(path: path + "/" + name(0), reason: "\(error)")
        }
        throw .unwritable(path: path, reason: "\(most) sessions keep their stacks there at once")
    }

    private init(_ path: String, _ name: String, _ folder: consuming Descriptor, _ lock: consuming FileLock) {
        self.path = path
        self.name = name
        self.folder = folder
        self.lock = lock
    }

    private static func name(_ number: Int) -> String { number == 0 ? "stack.json" : "stack-\(number + 1).json" }

    private static func newestFirst(in folder: borrowing Descriptor) -> [String] {
        var files: [(name: String, written: Int)] = []
        for name in (0..<most).map(name) {
            let status = try? folder.open(name, Descriptor.placeOnly | O_NOFOLLOW).status()
            files.append((name, status?.identity.modified ?? .min))
        }
        return files.sorted { $0.written > $1.written }.map(\.name)
    }

    /// The stack of the session that wrote the file; `nil` where none has.
    func read() throws(StackFileError) -> StackSnapshot? {
        guard folder.contains(name) else { return nil }
        let snapshot: StackSnapshot
        do {
            snapshot = try JSONDecoder().decode(
                StackSnapshot.self, from: Data(try CheckedFile.bytes(at: path, limit: Self.limit)))
        } catch PlainFileError.exposed(_, let violations) {
            throw .exposed(violations)
        } catch let error as PlainFileError {
            throw .damaged(path: path, reason: error.words)
        } catch {
            throw .damaged(path: path, reason: DecodingFault.words(error))
        }
        if let fault = snapshot.fault { throw .damaged(path: path, reason: fault) }
        return snapshot
    }

    /// Forgets the stack.
    func remove() { try? folder.remove(name) }

    /// Keeps a stack in place of the one before, whole or not at all; of one that is too long for a file, its newest pages.
    ///
    /// - Parameter shown: a URL without its sensitive values.
    func write(_ stack: PageStack, shown: (String) -> String) throws(StackFileError) {
        for count in [Restoration.pageLimit, 100, 10] {
            if try write(StackSnapshot(stack, newest: count, shown: shown)) { return }
        }
        throw .unwritable(path: path, reason: "the URLs and titles of 10 pages are longer than \(Self.limit) bytes")
    }

    /// Keeps what a session began with; `false` where it is too long.
    @discardableResult
    func write(_ snapshot: StackSnapshot) throws(StackFileError) -> Bool {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let bytes = Array(try encoder.encode(snapshot))
            guard bytes.count <= Self.limit else { return false }
            try folder.replaceFile(name, with: bytes)
            return true
        } catch {
            throw .unwritable(path: path, reason: "\(error)")
        }
    }

    /// Makes the folder and those above it, for the user alone, as the XDG Base Directory Specification has it.
    private static func makeFolder(_ folder: String) throws(FileError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, 0o700) < 0, errno != EEXIST, !Path.isFolder(path) { throw FileError(code: errno) }
        }
    }
}

/// The pages that are being opened again: a page that ends the host, or never comes, is known by it at the next start.
extension StackFile {
    /// Notes that a page is opened, and once more that it came.
    func note(_ page: StackSnapshot.Place) {
        let file = try? folder.open(marks, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode: 0o600)
        try? file?.write(Array("\(page.branch) \(page.page)\n".utf8))
    }

    /// The pages that were opened and did not come.
    func lost() -> Set<StackSnapshot.Place> {
        let bytes = try? CheckedFile.bytes(at: path + Self.marksEnding, limit: Self.limit)
        var lost: Set<StackSnapshot.Place> = []
        for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2 else { continue }
            let place = StackSnapshot.Place(branch: numbers[0], page: numbers[1])
            if !lost.insert(place).inserted { lost.remove(place) }
        }
        return lost
    }

    /// Forgets what was noted.
    func forgetNotes() { try? folder.remove(marks) }

    private static let marksEnding = ".opening"
    private var marks: String { name + Self.marksEnding }
}

/// Why the stack of the last session is not there, or this one will not be.
enum StackFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case damaged(path: String, reason: String)
    case unwritable(path: String, reason: String)
    /// Others could have written it.
    case exposed([FileRuleViolation])

    var description: String {
        switch self {
        case .damaged(let path, let reason):
            "the stack of the last session was dropped: \(path) is damaged: \(reason); begin with a URL"
        case .unwritable(let path, let reason):
            "the stack is not kept: \(path) cannot be written: \(reason); make it writable, or leave out "
                + HostOptions.restore.name
        case .exposed(let violations):
            "the stack of the last session is not opened, and none is kept: \(violations.map(\.found).joined(separator: "; ")); "
                + violations.map(\.remedy).joined(separator: "; ")
        }
    }
}

extension Failure {
    /// What the command line says of a stack that cannot be kept; the session goes on without.
    init(_ error: StackFileError) { self.init(code: "restore", message: "\(error)", exitCode: .done) }
}
