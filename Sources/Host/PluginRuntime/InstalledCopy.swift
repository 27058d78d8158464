/// Which of two modules of one name is an installed one.
enum InstalledCopy: Sendable, Equatable {
    /// The one that was found first.
    case first(module: String)
    /// The one that is left out.
    case second(module: String)

    /// What the person can do: files in the store are the store's own.
    var remedy: String {
        switch self {
        case .first(let module): "remove it with `module uninstall \(module)`"
        case .second(let module):
            "leave out the folder of that one; `module uninstall \(module)` removes the installed one"
        }
    }
}
