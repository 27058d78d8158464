/// Who has the pages of modules before a person.
protocol PageKeeper: Sendable {
    /// The URLs of the pages, in every tab and among those that can be put back.
    func openURLs() async -> Set<String>

    /// Puts a page in place of each of these that says that its module was stopped, and how to open it again.
    func close(_ urls: Set<String>, of module: String) async
}
