/// `module info NAME|PATH`: what is known of a module or of a file, without loading it into this process.
struct ModuleInfoCommand: Command {
    static let description = CommandDescription(
        name: "info", words: "NAME|PATH", summary: "show what is known of a module or of a library",
        needsModules: false)

    private let subject: String

    init(_ arguments: Arguments) throws(UsageError) { subject = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let details: [ModuleDetails]
        do {
            details = try find(installation, session.source.search)
        } catch {
            throw Failure(error)
        }
        try session.console.show("module", details, text: details.map(\.text).joined(separator: "\n\n"))
        return .done
    }

    private func find(
        _ installation: ModuleInstallation, _ search: ModuleSearch
    ) throws(InstallationError) -> [ModuleDetails] {
        if subject.contains("/") || subject.hasSuffix(".so") {
            return try ModuleDetails.ofFile(Path.absolute(subject), installation)
        }
        let lock = try installation.lock()
        if lock[subject] == nil {
            // It may lie in a folder that is searched, without being installed.
            var discovery = PluginDiscovery(host: installation.host, onlyModule: subject)
            discovery.search(search.folders)
            if let plugin = discovery.plugins.first {
                return try ModuleDetails.ofFile(plugin.file, installation).filter { $0.name == subject }
            }
        }
        return [try ModuleDetails.ofInstalled(subject, installation)]
    }
}
