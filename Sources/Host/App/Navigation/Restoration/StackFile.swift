import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The file of a stack that outlives its session: one of those in the folder `switchboard` of the user's state, which
/// only this session reads and writes.
///
/// Simultaneous sessions have a file each. A new session takes the most recently written file among those that no other
/// session holds.
final class StackFile: Sendable {
    /// The maximum size of the file in bytes.
    static let limit = 4 << 20
    /// The maximum number of sessions with a stack file.
    private static let most = 16

    let path: String
    private let name: String
    private let folder: Descriptor
    private let lock: FileLock

    /// Takes a file that no other session holds; `nil` if the environment names no folder for it.
    static func taken(_ environment: [String: String]) throws(StackFileError) -> StackFile? {
        guard let home = StateHome.path(environment) else { return nil }
        let path = home + "/switchboard"
        do {
            try StateHome.makeFolder(path)
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

    /// Returns the stack of the session that wrote the file; `nil` if there is none.
    func read() throws(StackFileError) -> StackSnapshot? {
        guard folder.contains(name) else { return nil }
        let snapshot: StackSnapshot
        do {
            snapshot = try JSONDecoder().decode(
                StackSnapshot.self, from: Data(try CheckedFile.bytes(at: path, limit: Self.limit)))
        } catch FileError.exposed(let violations) {
            throw .exposed(violations)
        } catch let error as FileError {
            throw .damaged(path: path, reason: "\(error)")
        } catch {
            throw .damaged(path: path, reason: DecodingFault.words(error))
        }
        if let fault = snapshot.fault { throw .damaged(path: path, reason: fault) }
        return snapshot
    }

    /// Renames the stack, which is damaged.
    ///
    /// - Returns: the new path; `nil` if it could not be renamed.
    func setAside(because reason: String) -> String? {
        let other = SetAside.move(path, because: reason, remedy: "begin with a URL")
        // The caller tells of it in its own words.
        _ = SetAside.takeLines()
        return other
    }

    /// Replaces the stored stack, completely or not at all; of one that is too long for a file, it stores the newest
    /// pages.
    ///
    /// - Parameter shown: returns a URL without its sensitive values.
    func write(_ stack: PageStack, shown: (String) -> String) throws(StackFileError) {
        for count in [Restoration.pageLimit, 100, 10] {
            if try write(StackSnapshot(stack, newest: count, shown: shown)) { return }
        }
        throw .unwritable(path: path, reason: "the URLs and titles of 10 pages are longer than \(Self.limit) bytes")
    }

    /// Stores the first stack of a session; returns `false` if it is too long.
    @discardableResult
    func write(_ snapshot: StackSnapshot) throws(StackFileError) -> Bool {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let bytes = Array(try encoder.encode(snapshot))
            guard bytes.count <= Self.limit else { return false }
            try folder.replaceFile(name, with: bytes)
            return true
        } catch FileError.system(ENOENT) {
            throw .unwritable(path: path, reason: "its folder was removed or renamed")
        } catch {
            throw .unwritable(path: path, reason: "\(error)")
        }
    }
}

/// The marks of pages during their restoration: the next start recognises a page that ended the host, or never came.
extension StackFile {
    /// Marks a page that is being opened, and once more when it is there.
    func note(_ page: StackSnapshot.Place) {
        let file = try? folder.open(marks, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode: 0o600)
        try? file?.write(Array("\(page.branch) \(page.page)\n".utf8))
    }

    /// Returns the pages that were opened and did not come.
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

    func forgetNotes() { try? folder.remove(marks) }

    private static let marksEnding = ".opening"
    private var marks: String { name + Self.marksEnding }
}

/// The reason why the stack of the last session is absent, or this one will be.
enum StackFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case damaged(path: String, reason: String, keptAs: String? = nil)
    case unwritable(path: String, reason: String)
    /// Other users could have written it.
    case exposed([FileRuleViolation])

    var description: String {
        switch self {
        case .damaged(let path, let reason, let other):
            "the stack of the last session was dropped: \(path) is damaged: \(reason)"
                + (other.map { ", and was renamed to \($0)" } ?? "") + "; begin with a URL"
        case .unwritable(let path, let reason):
            "the stack is not kept: \(path) cannot be written: \(reason); make that right and start again, or leave out "
                + HostOptions.restore.name
        case .exposed(let violations):
            "the stack of the last session is not opened, and none is kept: \(violations.map(\.found).joined(separator: "; ")); "
                + violations.map(\.remedy).joined(separator: "; ")
        }
    }
}

extension Failure {
    /// Describes on the command line a stack that cannot be stored; the session continues without it.
    init(_ error: StackFileError) { self.init(code: "restore", message: "\(error)", exitCode: .done) }
}
