import ModuleKit

/// Who has the pages of modules before a person.
protocol PageKeeper: Sendable {
    /// The pages, the first one first.
    func stack() async -> [StackEntry]

    /// Puts a page in place of each of these that says that its module was stopped, and how to open it again.
    func close(_ urls: Set<String>, of module: String) async
}
