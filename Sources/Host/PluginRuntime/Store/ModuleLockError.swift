/// Why a lock file cannot be used.
enum ModuleLockError: Error, Sendable, Equatable {
    case otherFormat(String)
    case damaged(reason: String)

    /// What was found wrong.
    var found: String {
        switch self {
        case .otherFormat(let version): "it has format \(version), this host reads \(FormatVersion.current)"
        case .damaged(let reason): "it is damaged: \(reason)"
        }
    }

    /// What the person can do.
    var remedy: String {
        switch self {
        case .otherFormat: "use the host that wrote it"
        case .damaged: "restore it, or remove it and install the modules again"
        }
    }
}

extension ModuleLockError: CustomStringConvertible {
    var description: String { "\(found); \(remedy)" }
}
