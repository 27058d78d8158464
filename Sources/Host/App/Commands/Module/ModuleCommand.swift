@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `module …`: the group of commands for installed modules.
struct ModuleCommand: Command {
    /// The commands in the order of the help.
    static let all: [any Command.Type] = [
        ModuleInstallCommand.self, ModuleUninstallCommand.self, ModuleTrustCommand.self, ModuleVerifyCommand.self,
        ModuleEnableCommand.self, ModuleDisableCommand.self, ModuleIsolateCommand.self, ModuleStartCommand.self,
        ModuleStopCommand.self,
        ModuleReloadCommand.self,
        ModuleWhyCommand.self, ModuleInfoCommand.self, ModuleNewCommand.self,
        ModuleCheckCommand.self,
    ]
    static let description = CommandDescription(
        name: "module", words: all.map { $0.description.name }.joined(separator: "|") + " …",
        summary: "install modules, remove them and look after them",
        options: all.flatMap { $0.description.options }, commands: all, needsModules: false)

    private let command: any Command

    var needsModules: Bool { command.needsModules }

    var startsModules: Bool { command.startsModules }

    init(_ arguments: Arguments) throws(UsageError) {
        if let word = arguments.words.first, ["list", "ls"].contains(word) {
            // The subject is the name of a command.
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

/// `modules`: lists the modules in the searched folders, loaded or not, with the reason why one does not run.
struct ModulesCommand: Command {
    static let description = CommandDescription(
        name: "modules", summary: "list all modules with state and version, loaded or not, and why one does not run",
        startsModules: false)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let modules = await session.runtime.records
        var table = TextTable("MODULE", "VERSION", "STATE", "LOADED", "FROM", "FILE")
        for module in modules {
            table.add(
                module.name, module.version ?? "-", module.stateWords, module.isLoaded ? "yes" : "no",
                module.source.rawValue, module.file)
        }
        let reasons = modules.compactMap(\.refusal).map(\.text)
        try session.console.show(
            "modules", modules,
            text: (table.lines + modules.compactMap(\.earlierText) + modules.compactMap(\.leftText) + reasons).joined(
                separator: "\n"))
        return .done
    }
}

extension ModuleRecord {
    /// The state for lists, and whether the module runs in a process of its own.
    fileprivate var stateWords: String { isIsolated == true ? "\(state.rawValue), isolated" : state.rawValue }
}

/// An installed module, or a separately installed library, in the output of `module`.
struct InstalledModule: Encodable {
    let name: String
    /// `nil` for a library.
    let version: String?
    /// The SHA-256 of its content in the store.
    let sha256: String
    let source: String
    /// Whether the module or library was installed before the command ran.
    let wasInstalled: Bool

    private enum CodingKeys: String, CodingKey {
        case name, version, sha256, source
        case wasInstalled = "was_there"
    }

    init(_ module: LockedModule, wasInstalled: Bool) {
        name = module.name
        version = module.version
        sha256 = "\(module.hash)"
        source = module.source
        self.wasInstalled = wasInstalled
    }

    init(_ library: LockedLibrary, wasInstalled: Bool) {
        name = library.name
        version = nil
        sha256 = "\(library.hash)"
        source = library.source
        self.wasInstalled = wasInstalled
    }

    /// The name, and the version if there is one, as safe text.
    var title: String { PlainText.line(version.map { "\(name) \($0)" } ?? name) }

    /// One line for people.
    var text: String {
        let words = wasInstalled ? "is installed already" : "was installed"
        return PlainText.line("\(title) \(words) from \(source) with SHA-256 \(sha256)")
    }
}

extension Session {
    /// Returns the records of a name, or throws a failure that lists the known names.
    func records(of name: String) async throws(Failure) -> [ModuleRecord] {
        let records = await runtime.records(of: name)
        guard records.isEmpty else { return records }
        // A copy that is ignored has the name of the used one.
        let names = Set(await runtime.records.map(\.name)).sorted()
        let near = names.first { $0.lowercased() == name.lowercased() } ?? EditDistance.nearest(to: name, among: names)
        let advice = near.map { "did you mean \($0)?" } ?? "name one of \(names.joined(separator: ", ")), or install it"
        throw Failure(
            code: "unknownModule", message: "no module \(name) was found; \(advice)", exitCode: .failed,
            near: near.map { [$0] } ?? names)
    }

    /// Returns the updater that reads the current content of a module's file.
    func renewal() throws(Failure) -> ModuleFileReader {
        do {
            return ModuleFileReader(
                store: store, hold: source.hold, host: try HostIdentity.current(), scans: scans)
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
    }

    /// Writes a module's record after a change.
    func show(_ name: String, _ words: String) async throws(Failure) -> ExitCode {
        let records = await runtime.records(of: name)
        let version = records.compactMap(\.version).first.map { " \($0)" } ?? ""
        try console.show("module", records, text: PlainText.line("\(name)\(version) \(words)"))
        return .done
    }

    /// Checks that there is a module, which may have been installed since the start.
    func requireKnown(_ name: String) async throws(Failure) {
        do throws(Failure) {
            _ = try await records(of: name)
        } catch {
            guard let lock = try? installation().store.lock(), (try? ModuleInstallation.module(name, in: lock)) != nil
            else {
                throw error
            }
        }
    }

    /// Checks that there is a module that can start.
    func requireModule(_ name: String) async throws(Failure) {
        let records = try await records(of: name)
        if await runtime.knows(name) { return }
        throw Failure(
            code: "moduleRefused", message: records.compactMap(\.refusal).first?.message ?? "\(name) cannot be loaded",
            exitCode: .refused)
    }

    /// Disables a module for all hosts from now on.
    func disable(_ name: String) throws(Failure) {
        guard let store else { throw Failure(PluginProblem.noDataHome) }
        do {
            try store.disable(name)
        } catch {
            throw Failure(error)
        }
    }
}
