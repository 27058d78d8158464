/// Who has the pages of modules before a person.
protocol PageKeeper: Sendable {
    /// The URLs of the pages, in every tab and among those that can be put back.
    func openURLs() async -> Set<String>

    /// Puts a page in place of each of a module's that says why it ended, and how to open it again.
    ///
    /// - Parameter urls: whose pages are the module's too, of those that nobody knows by anything else.
    func close(_ module: String, _ urls: Set<String>, because end: ModuleEnd) async
}
