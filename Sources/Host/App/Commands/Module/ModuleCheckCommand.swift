@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `module check FILE`: performs all checks of a host on a plugin, in a separate process.
struct ModuleCheckCommand: Command {
    static let description = CommandDescription(
        name: "check", words: "FILE",
        summary: "check a library and its modules; --stub, --service answer for others, and a URL opens the network",
        needsModules: false)

    private let file: String

    init(_ arguments: Arguments) throws(UsageError) { file = try Self.word(of: arguments) }

    /// Returns the words from which the process of a check reads the `others` of the session.
    ///
    /// - Parameter named: the values of `--service`. A folder may come from the settings alone, but a URL opens the network to
    ///   the checked code, and must be named here.
    static func words(stubs: String?, services: [String: String], named: [String]) -> [String] {
        let open = services.filter { name, address in
            address.hasPrefix("/") || named.contains { $0.hasPrefix(name + "=") }
        }
        return [stubs.map(Path.absolute) ?? ""] + open.map { "\($0)=\($1)" }
    }

    /// Returns the files that the words name, and whether they name a web service that is no folder.
    static func needs(_ words: ArraySlice<String>) -> (files: [String], network: Bool) {
        let addresses = words.dropFirst().map { String($0.drop { $0 != "=" }.dropFirst()) }
        let files = (words.prefix(1) + addresses).filter { $0.hasPrefix("/") }
        return (files, addresses.contains { !$0.hasPrefix("/") })
    }

    /// Returns the stubs and web services that the words name.
    static func others(_ words: ArraySlice<String>) throws -> (stubs: [Route], resolvers: [any Resolver]) {
        let services = try WebServices(options: Array(words.dropFirst())).addresses
        let lookup = LookupConfiguration(services: services, usesRemotes: false, allowsInsecure: true)
        let stubs = try words.prefix(1).filter { !$0.isEmpty }.flatMap { try StubFile(path: $0).routes }
        return (stubs, try lookup.resolvers())
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        var check: PluginCheck
        do {
            check = PluginCheck(host: try HostIdentity.current())
            _ = try Self.others(session.checkWords[...])
        } catch let error as StubFileError {
            throw Failure(code: "stubs", message: "\(error)", exitCode: .usage)
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
        check.words = session.checkWords
        let results = check.run(file: file)
        var table = TextTable("CHECK", "RESULT", "DETAIL")
        for result in results { table.add(result.check, result.verdict.rawValue, result.detail) }
        try session.console.show("checks", results, text: table.lines.joined(separator: "\n"))
        if results.allSatisfy({ $0.verdict == .pass || $0.verdict == .warning }) { return .done }
        return results.allSatisfy(\.isTakeable) ? .failed : .refused
    }
}

/// `module verify [NAME]`: compares the installed files, all of them or those of one module, with the lock file.
struct ModuleVerifyCommand: Command {
    static let description = CommandDescription(
        name: "verify", words: "[NAME]", summary: "compare what is in the store with the lock file",
        needsModules: false)

    /// The result for a module.
    private struct Verdict: Encodable {
        let name: String
        let version: String
        let refusal: Refusal?

        var text: String { refusal?.text ?? PlainText.line("\(name) \(version) is as it was installed") }
    }

    private let name: String?

    init(_ arguments: Arguments) throws(UsageError) {
        name = arguments.words.isEmpty ? nil : try Self.word(of: arguments)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let verdicts = try modules(installation).map { verdict($0, installation) }
        let text = verdicts.isEmpty ? "no module is installed" : verdicts.map(\.text).joined(separator: "\n")
        try session.console.show("verified", verdicts, text: text)
        return verdicts.allSatisfy { $0.refusal == nil } ? .done : .refused
    }

    private func modules(_ installation: ModuleInstallation) throws(Failure) -> [LockedModule] {
        do {
            let lock = try installation.store.lock()
            guard let name else { return lock.modules }
            return [try ModuleInstallation.module(name, in: lock)]
        } catch {
            throw Failure(error)
        }
    }

    private func verdict(_ module: LockedModule, _ installation: ModuleInstallation) -> Verdict {
        var refusal: Refusal?
        do {
            _ = try installation.store.read(module.entry, host: installation.host)
        } catch {
            refusal = Refusal(
                module: module.name, file: installation.store.path(of: module.entry), source: .store,
                error.ofInstalled(module.name))
        }
        return Verdict(name: module.name, version: module.version, refusal: refusal)
    }
}

/// `module trust NAME`: accepts a change of the file from which a module was installed.
struct ModuleTrustCommand: Command {
    static let description = CommandDescription(
        name: "trust", words: "NAME", summary: "install the changed file of a module in place of the earlier one",
        needsModules: false)

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        var outcome: ModuleInstallation.Outcome
        do {
            outcome = try installation.trust(name)
        } catch {
            throw Failure(error)
        }
        if ShellRequest.isCurrent {
            for module in outcome.modules where await !session.runtime.has(module.name, module.entry.address) {
                let isKnown = await session.runtime.knows(module.name)
                let command = isKnown ? "`module reload \(module.name)`" : "the next start of the host"
                outcome.notes.append("\(module.name) \(module.version) is not what this shell runs; \(command) runs it")
            }
        }
        try session.show([outcome])
        return .done
    }
}
