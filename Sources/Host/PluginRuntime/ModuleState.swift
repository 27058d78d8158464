/// Where a module is in its life.
enum ModuleState: String, Sendable, Encodable {
    /// It runs, and its routes answer.
    case active
    /// It does not run; its record says why.
    case failed
    /// It does not run because a module of its name was found first, as the order of the search has it.
    case shadowed

    /// The state as lists show it.
    var word: String { rawValue }
}
