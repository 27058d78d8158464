/// `module trust NAME`: accepts that the file that a module was installed from has changed.
struct ModuleTrustCommand: Command {
    static let description = CommandDescription(
        name: "trust", words: "NAME", summary: "install the changed file of a module in place of the earlier one",
        needsModules: false)

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let outcome: ModuleInstallation.Outcome
        do {
            outcome = try installation.trust(name)
        } catch {
            throw Failure(error)
        }
        let modules = outcome.modules.map { InstalledModule($0, wasThere: outcome.wasThere) }
        try session.console.show("installed", modules, text: modules.map(\.text).joined(separator: "\n"))
        return .done
    }
}
