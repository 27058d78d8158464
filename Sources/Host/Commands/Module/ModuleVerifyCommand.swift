/// `module verify [NAME]`: reads what is installed, all of it or one module, and compares it with the lock file.
struct ModuleVerifyCommand: Command {
    static let description = CommandDescription(
        name: "verify", words: "[NAME]", summary: "compare what is in the store with the lock file",
        needsModules: false)

    /// What was found of a module.
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
        let verdicts = try modules(installation.store).map { verdict($0, installation) }
        let text = verdicts.isEmpty ? "no module is installed" : verdicts.map(\.text).joined(separator: "\n")
        try session.console.show("verified", verdicts, text: text)
        return verdicts.allSatisfy { $0.refusal == nil } ? .done : .refused
    }

    private func modules(_ store: ModuleStore) throws(Failure) -> [LockedModule] {
        do {
            let lock = try store.lock()
            guard let name else { return lock.modules }
            return [try ModuleInstallation.module(name, in: lock)]
        } catch let error as StoreError {
            throw Failure(error)
        } catch {
            throw Failure(.notInstalled(name ?? "", installed: []))
        }
    }

    private func verdict(_ module: LockedModule, _ installation: ModuleInstallation) -> Verdict {
        var refusal: Refusal?
        do {
            _ = try installation.store.read(module.entry, host: installation.host)
        } catch {
            refusal = Refusal(
                module: module.name, file: installation.store.path(of: module.entry), source: .store,
                error: .installed(error, module: module.name))
        }
        return Verdict(name: module.name, version: module.version, refusal: refusal)
    }
}
