/// What whoever installs modules needs of those that run.
protocol InstalledModules: Sendable {
    /// The file of a module of that name, running or not; `nil` where none was found.
    func file(of name: String) async -> String?

    /// Takes over a module that was just installed, and starts it; one that runs stays as it is.
    func take(_ name: String) async throws(LoadError)
}
