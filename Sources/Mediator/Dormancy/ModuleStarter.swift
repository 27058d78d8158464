/// Who starts modules when a request needs them; the host.
@_spi(Host) public protocol ModuleStarter: Sendable {
    /// Starts a module, with all that it requires, and registers it; nothing where it is started already.
    ///
    /// Many may wait for one start.
    ///
    /// - Throws: why it does not run, in words that end with what to do.
    func start(_ module: String) async throws

    /// What a module declares, by its name.
    func manifest(of module: String) -> Manifest?
}
