/// `module …`: what is installed, one word for each thing that can be done with it.
struct ModuleCommand: Command {
    /// In the order of the help.
    static let all: [any Command.Type] = [
        ModuleInstallCommand.self, ModuleUninstallCommand.self, ModuleTrustCommand.self, ModuleVerifyCommand.self,
        ModuleEnableCommand.self, ModuleDisableCommand.self, ModuleStartCommand.self, ModuleStopCommand.self,
        ModuleReloadCommand.self,
        ModuleWhyCommand.self, ModuleInfoCommand.self, ModuleNewCommand.self, ModuleCheckCommand.self,
    ]
    static let description = CommandDescription(
        name: "module", words: all.map { $0.description.name }.joined(separator: "|") + " …",
        summary: "install modules, remove them and look after them",
        options: all.flatMap { $0.description.options }, commands: all, needsModules: false)

    private let command: any Command

    var needsModules: Bool { command.needsModules }

    init(_ arguments: Arguments) throws(UsageError) {
        if let word = arguments.words.first, ["list", "ls"].contains(word) {
            // What it asks for is a command of its own.
            let usage = Self.description.usage
            throw .unknownWord(word, near: ModulesCommand.description.name, command: "module", usage: usage)
        }
        command = try Self.choose(arguments) { command in
            Self.description.options.filter { !command.description.options.contains($0) }
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let result: Result<ExitCode, Failure>
        do {
            result = .success(try await command.run(in: session))
        } catch {
            result = .failure(error)
        }
        await session.runtime.describe()
        return try result.get()
    }
}
