/// `module uninstall NAME`: removes an installed module.
struct ModuleUninstallCommand: Command {
    static let description = CommandDescription(
        name: "uninstall", words: "NAME", summary: "remove an installed module", needsModules: false)

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let module: LockedModule
        do {
            module = try installation.uninstall(name)
        } catch {
            throw Failure(error)
        }
        // Another file of that name that was found first goes on.
        if await session.runtime.module(name)?.source == .store { await session.runtime.forget(name) }
        try session.console.show(
            "uninstalled", InstalledModule(module, wasThere: true), text: "\(module.name) \(module.version) was removed"
        )
        return .done
    }
}
