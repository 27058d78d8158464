/// `module install PATH`: copies a library, or what a package built, into the store.
struct ModuleInstallCommand: Command {
    static let description = CommandDescription(
        name: "install", words: "PATH", summary: "install the modules of a library, or of a package that was built",
        needsModules: false)

    private let path: String

    init(_ arguments: Arguments) throws(UsageError) { path = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        var modules: [InstalledModule] = []
        do {
            for library in try libraries(installation.host) {
                let outcome = try installation.install(library: library)
                modules += outcome.modules.map { InstalledModule($0, wasThere: outcome.wasThere) }
            }
        } catch {
            throw Failure(error)
        }
        try session.console.show("installed", modules, text: modules.map(\.text).joined(separator: "\n"))
        session.tellOfClashes(with: modules.map(\.name))
        return .done
    }

    private func libraries(_ host: HostIdentity) throws(InstallationError) -> [String] {
        do {
            return try PluginSource.libraries(at: path, host: host)
        } catch {
            throw .source(error)
        }
    }
}
