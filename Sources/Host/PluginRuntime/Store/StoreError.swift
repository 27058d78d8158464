import Glibc
package import Platform

/// Why the store cannot be used.
package enum StoreError: Error, Sendable, Equatable {
    /// The environment names no folder for the user's data.
    case noDataHome
    /// A file or folder of the store cannot be opened, made or written.
    case inaccessible(path: String, FileError)
    /// The file system does not let code be run from it (`noexec`).
    case notExecutable(path: String)
    /// Somebody else could have written what is in the store.
    case exposed(path: String, [FileRuleViolation])
    /// Another process has been changing the store for too long.
    case busy(path: String)
    case lock(path: String, ModuleLockError)
}

extension StoreError {
    /// The findings and the remedy, for messages.
    var problem: PluginProblem {
        switch self {
        case .noDataHome:
            PluginProblem(.store, "neither XDG_DATA_HOME nor HOME names a folder from the root", remedy: "set HOME")
        case .inaccessible(let path, let error):
            PluginProblem(
                .store, "\(path) cannot be used: \(error)",
                remedy: "make it a folder of your own that can be written, or set XDG_DATA_HOME to one")
        case .notExecutable(let path):
            PluginProblem(
                .store, "\(path) is on a file system from which no code is run (noexec)",
                remedy: "set XDG_DATA_HOME to a folder on another file system")
        case .exposed(_, let violations):
            PluginProblem(
                violations.map { Finding(.access, "found \($0.found), expected \($0.expected)") },
                remedy: violations.map(\.remedy).joined(separator: "; "))
        case .busy(let path):
            PluginProblem(
                .store, "another switchboard has been changing \(path) for too long",
                remedy: "wait for the other one, or end it")
        case .lock(let path, let error): PluginProblem(.lock, "\(path): \(error.found)", remedy: error.remedy)
        }
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "\(problem)" }
}

extension StoreError {
    /// Why one of the store's own files cannot be read.
    init(reading path: String, _ error: PlainFileError) {
        switch error {
        case .exposed(_, let violations): self = .exposed(path: path, violations)
        case .unreadable(_, let code): self = .inaccessible(path: path, FileError(code: code))
        default:
            let mismatches = PluginFileError.unread(error).mismatches
            self = .lock(path: path, .damaged(reason: mismatches.map(\.text).joined(separator: ", ")))
        }
    }
}

/// Why what the store has of a module is not loaded.
package enum StoreFault: Error, Sendable, Equatable {
    /// Its content is not what its address says.
    case changed(path: String, found: ContentHash, expected: ContentHash)
    /// It is not there.
    case missing(path: String, expected: ContentHash, FileError)
    /// It was refused before it was read whole.
    case file(PluginFileError)
}

extension StoreFault {
    /// The findings, and the remedy for an installed module of that name.
    func problem(of module: String) -> PluginProblem {
        let remedy = "switchboard module trust \(module)"
        return switch self {
        case .changed(_, let found, let expected):
            PluginProblem(.content, "found SHA-256 \(found), expected \(expected)", remedy: remedy)
        case .missing(let path, let expected, let error):
            PluginProblem(
                .content, "found nothing at \(path) (\(error)), expected SHA-256 \(expected)", remedy: remedy)
        case .file(let error): error.problem
        }
    }
}
