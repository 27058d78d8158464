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
    /// What was found wrong.
    var findings: [Finding] {
        switch self {
        case .noDataHome: [Finding(.store, "neither XDG_DATA_HOME nor HOME names a folder from the root")]
        case .inaccessible(let path, let error): [Finding(.store, "\(path) cannot be used: \(error)")]
        case .notExecutable(let path):
            [Finding(.store, "\(path) is on a file system from which no code is run (noexec)")]
        case .exposed(_, let violations):
            violations.map { Finding(.access, "found \($0.found), expected \($0.expected)") }
        case .busy(let path): [Finding(.store, "another switchboard has been changing \(path) for too long")]
        case .lock(let path, let error): [Finding(.lock, "\(path): \(error.found)")]
        }
    }

    /// What the person can do.
    var remedy: String {
        switch self {
        case .noDataHome: "set HOME"
        case .inaccessible: "make it a folder of your own that can be written, or set XDG_DATA_HOME to one"
        case .notExecutable: "set XDG_DATA_HOME to a folder on another file system"
        case .exposed(_, let violations): violations.map(\.remedy).joined(separator: "; ")
        case .busy: "wait for the other one, or end it"
        case .lock(_, let error): error.remedy
        }
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        findings.map { "\($0.field.rawValue) \($0.text)" }.joined(separator: "; ") + "; \(remedy)"
    }
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
    case store(StoreError)
}

extension StoreFault {
    /// What was found wrong.
    var findings: [Finding] {
        switch self {
        case .changed(_, let found, let expected):
            [Finding(.content, "found SHA-256 \(found), expected \(expected)")]
        case .missing(let path, let expected, let error):
            [Finding(.content, "found nothing at \(path) (\(error)), expected SHA-256 \(expected)")]
        case .file(let error): error.findings
        case .store(let error): error.findings
        }
    }

    /// What the person can do about an installed module of that name.
    func remedy(for name: String) -> String {
        switch self {
        case .changed, .missing: "switchboard module trust \(name)"
        case .file(let error): error.remedy
        case .store(let error): error.remedy
        }
    }
}
