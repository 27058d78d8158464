@_spi(Host) import ModuleKit
import Platform

/// The problems that make the store unusable.
extension PluginProblem {
    package static let noDataHome = PluginProblem(
        .store, "HOME is not set, or is not a path from the root", remedy: "set HOME")

    /// A file or folder of the store cannot be opened, created or written.
    static func inaccessible(_ path: String, _ error: FileError) -> PluginProblem {
        .init(
            .store, "\(path) cannot be used: \(error)",
            remedy: error.remedy(or: "make it a writable folder that you own, or set XDG_DATA_HOME to one"))
    }

    static func notExecutable(_ path: String) -> PluginProblem {
        .init(
            .store, "\(path) is on a file system that is mounted with noexec",
            remedy: "set XDG_DATA_HOME to a folder on another file system")
    }

    /// Other users could have written the files of the store.
    static func exposed(_ violations: [FileRuleViolation]) -> PluginProblem {
        PluginProblem(violations.map(Part.init), remedy: violations.map(\.remedy).joined(separator: "; "))
    }

    static func busy(_ path: String) -> PluginProblem {
        .init(
            .store, "another switchboard has been changing \(path) for too long",
            remedy: "wait for it, or end it")
    }

    /// A file next to the store has a format that this host cannot read.
    static func otherFormat(_ path: String, _ version: String) -> PluginProblem {
        .init(
            .lock,
            "\(path): it has format \(PlainText.line(version, limit: 40)), this host reads \(FormatVersion.current)",
            remedy: "use the host that wrote it")
    }

    /// A file next to the store has content that no host writes.
    static func damaged(_ path: String, _ reason: String) -> PluginProblem {
        .init(
            .lock, "\(path): it is damaged: \(PlainText.line(reason))",
            remedy: "restore it, or remove it and install the modules again")
    }

    /// A file next to the store cannot be read.
    static func unusable(_ path: String, _ error: FileError) -> PluginProblem {
        switch error {
        case .exposed(let violations): exposed(violations)
        case .system: inaccessible(path, error)
        case .notRegular, .empty, .tooLarge: damaged(path, "\(error)")
        }
    }
}
