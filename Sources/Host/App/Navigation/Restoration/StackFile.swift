import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The file of a stack that outlives its session, `stack.json` in the folder `switchboard` of the user's state, which one session
/// at a time reads and writes.
///
/// While its pages are opened again it has another name, under which the next start finds it if that ended the host.
final class StackFile: Sendable {
    /// The maximum size of the file in bytes.
    static let limit = 4 << 20
    private static let name = "stack.json"
    private static let opening = "stack.json.opening"

    let path: String
    private let folder: Descriptor
    private let lock: FileLock

    /// Takes the file; `nil` if the environment names no folder for it.
    static func taken(_ environment: [String: String]) throws(StackFileError) -> StackFile? {
        guard let home = UserEnvironment.state(environment) else { return nil }
        let path = home + "/switchboard"
        do {
            try Path.makeFolders(path)
            let violations = try CheckedFolder.open(path).violations
            guard violations.isEmpty else { throw StackFileError.exposed(violations) }
            let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
            let lock = try FileLock(name + ".lock", in: folder)
            if lock.tryAlone() { return StackFile(path + "/" + name, folder, lock) }
        } catch let error as StackFileError {
            throw error
        } catch {
            throw .unwritable(path: path + "/" + name, reason: "\(error)")
        }
        throw .unwritable(path: path + "/" + name, reason: "another session keeps its stack there")
    }

    private init(_ path: String, _ folder: consuming Descriptor, _ lock: consuming FileLock) {
        self.path = path
        self.folder = folder
        self.lock = lock
    }

    /// Returns the stack of the session that wrote the file; `nil` if there is none.
    func read() throws(StackFileError) -> StackSnapshot? {
        if folder.contains(Self.opening) {
            throw .dropped(path: path, reason: "was being opened when the host ended", keptAs: setAside(Self.opening))
        }
        guard folder.contains(Self.name) else { return nil }
        let snapshot: StackSnapshot
        do {
            snapshot = try JSONDecoder().decode(
                StackSnapshot.self, from: Data(try CheckedFile.bytes(at: path, limit: Self.limit)))
        } catch FileError.exposed(let violations) {
            throw .exposed(violations)
        } catch let error as FileError {
            throw damaged("\(error)")
        } catch {
            throw damaged(DecodingFault.words(error))
        }
        if let fault = snapshot.fault { throw damaged(fault) }
        return snapshot
    }

    /// Gives the file its other name while its pages are opened, or its own again.
    func rename(isOpening: Bool) {
        let paths = [path, Path.folder(of: path) + "/" + Self.opening]
        // Without a file there is nothing to rename.
        _ = isOpening ? Glibc.rename(paths[0], paths[1]) : Glibc.rename(paths[1], paths[0])
    }

    /// Removes the file under its other name, after another one was written.
    func forgetOpening() { try? folder.remove(Self.opening) }

    private func damaged(_ reason: String) -> StackFileError {
        .dropped(path: path, reason: "is damaged: \(reason)", keptAs: setAside(Self.name))
    }

    /// Renames a file that cannot be opened, and returns its new path; `nil` if it could not be renamed.
    private func setAside(_ name: String) -> String? {
        let other = SetAside.move(Path.folder(of: path) + "/" + name, because: "", remedy: "")
        // The error reports the move in its own words.
        _ = SetAside.takeLines()
        return other
    }

    /// Replaces the stored stack, completely or not at all.
    ///
    /// - Parameter shown: returns a URL without its sensitive values.
    func write(_ stack: PageStack, shown: (String) -> String) throws(StackFileError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let snapshot = StackSnapshot(stack, newest: Restoration.pageLimit, shown: shown)
            let bytes = Array(try encoder.encode(snapshot))
            guard bytes.count <= Self.limit else { throw FileError.tooLarge(bytes: bytes.count, limit: Self.limit) }
            try folder.replaceFile(Self.name, with: bytes)
        } catch FileError.system(ENOENT) {
            throw .unwritable(path: path, reason: "its folder was removed or renamed")
        } catch {
            throw .unwritable(path: path, reason: "\(error)")
        }
    }
}

/// The reason why the stack of the last session is absent, or this one will be.
enum StackFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case dropped(path: String, reason: String, keptAs: String?)
    case unwritable(path: String, reason: String)
    /// Other users could have written it.
    case exposed([FileRuleViolation])

    var description: String {
        switch self {
        case .dropped(let path, let reason, let other):
            "the stack of the last session was dropped: \(path) \(reason)"
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
