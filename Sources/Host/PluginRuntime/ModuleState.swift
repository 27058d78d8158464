/// Where a module is in its life.
enum ModuleState: String, Sendable, Encodable {
    /// Its file was found and checked, and could not be scanned.
    case discovered
    /// It was scanned and has what it requires; it is loaded when a request needs it.
    case resolved
    /// It runs, and its routes answer.
    case active
    /// The user stopped it, until the host ends or the user starts it again.
    case stopped
    /// The user disabled it, for all hosts from now on.
    case disabled
    /// It does not run; its record says why.
    case failed
    /// Its content broke the contract when it was scanned, and is not run again.
    case quarantined
    /// It does not run because a module of its name was found first, as the order of the search has it.
    case shadowed

    /// The state as lists show it.
    var word: String { rawValue }
}
