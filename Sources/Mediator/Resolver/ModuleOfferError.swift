/// Why a module that a resolver offered does not run; each reason is a sentence that says what to do.
public enum ModuleOfferError: Error, Sendable, Equatable {
    /// Its file could not be fetched.
    case notFetched(reason: String)
    /// Its file is not what was offered, or may not be loaded; nothing was installed.
    case refused(reason: String)
    /// It is installed, and did not start.
    case notStarted(reason: String)
    /// The caller gave up.
    case cancelled
}

extension ModuleOfferError: CustomStringConvertible {
    /// The reason.
    public var description: String {
        switch self {
        case .notFetched(let reason), .refused(let reason), .notStarted(let reason): reason
        case .cancelled: "it was given up; ask again"
        }
    }
}
