extension Session {
    /// What is known of a name, or a failure that names those that are known.
    func records(of name: String) async throws(Failure) -> [ModuleRecord] {
        let records = await runtime.records(of: name)
        guard records.isEmpty else { return records }
        // Copies that are left out have the name of the one that is not.
        let names = Set(await runtime.records.map(\.name)).sorted()
        throw Failure(
            code: "unknownModule",
            message: "no module \(name) was found; name one of \(names.joined(separator: ", ")), or install it",
            exitCode: .failed, near: names)
    }

    /// What finds out what a module's file holds now.
    func renewal() throws(Failure) -> ModuleRenewal {
        do {
            return ModuleRenewal(
                store: store, hold: source.hold, host: try HostIdentity.current(), scans: scans)
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
    }

    /// Shows a module after something was done to it.
    func show(_ name: String, _ words: String) async throws(Failure) -> ExitCode {
        let records = try await records(of: name)
        let version = records.compactMap(\.version).first.map { " \($0)" } ?? ""
        try console.show("module", records, text: PlainText.line("\(name)\(version) \(words)"))
        return .done
    }

    /// Makes sure that a module was found that can be started.
    func requireModule(_ name: String) async throws(Failure) {
        let records = try await records(of: name)
        if await runtime.knows(name) { return }
        throw Failure(
            code: "moduleRefused", message: records.compactMap(\.refusal).first?.message ?? "\(name) cannot be loaded",
            exitCode: .refused)
    }

    /// Switches a module for all hosts from now on.
    func set(_ name: String, isDisabled: Bool) throws(Failure) {
        guard let store else { throw Failure(StoreError.noDataHome) }
        do {
            try store.set(name, isDisabled: isDisabled)
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// What the command line says of a module that does not run.
    init(_ error: LoadError, module: String) {
        let isFault =
            switch error {
            case .notStarted, .startOutOfTime, .stopOutOfTime, .startingAlready: true
            default: false
            }
        self.init(
            code: "moduleNotStarted", message: "\(module) does not run: \(error)",
            exitCode: isFault ? .failed : .refused)
    }
}
