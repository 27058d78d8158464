@_spi(Host) import ModuleKit

/// Runs one generation of a module, wherever its code is: in this process, today.
///
/// Its life goes from top to bottom, once. A crash in it cannot be survived where it shares the host's process.
protocol ModuleRunner: Sendable {
    /// Brings the code in and makes the module.
    func load() throws(LoadError)

    /// Has the module get ready, and gives all that it declares then.
    func start() async throws -> Registration

    /// Lets the module ask for nothing any more.
    func invalidate()

    /// Has the module let go of what it took.
    func stop() async
}

/// Makes runners: the one place that decides where a module's code runs.
protocol ModuleRunnerFactory: Sendable {
    func runner(for module: KnownModule, mediator: Switchboard) -> any ModuleRunner
}
