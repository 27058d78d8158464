@_spi(Host) import HostKit
import Platform
import PluginRuntime

extension Command {
    /// `module isolate NAME`: runs a module in a separate process, in this host and at later starts.
    static let moduleIsolate = Command(
        name: "module isolate", words: "NAME", summary: "run an untrusted module in its own process",
        options: [
            ModuleIsolation.off, ModuleIsolation.memory, ModuleIsolation.processor, ModuleIsolation.files,
            ModuleIsolation.network, ModuleIsolation.variable, ModuleIsolation.asTested, ModuleIsolation.report,
        ], need: .modules, read: { arguments throws(Failure) in try ModuleIsolation(arguments).run })
}

/// The change of a module's isolation that the options of `module isolate` request.
struct ModuleIsolation {
    static let off = Option("--off", "run it in the host's process again")
    static let memory = Option("--memory", value: "MIB", "limit of memory and of file size, 1024 by default")
    static let processor = Option("--cpu", value: "SECONDS", "limit of total processor time, 3600 by default")
    static let files = Option("--files", value: "N", "limit of open files, 256 by default")
    static let network = Option("--network", "allow the network, until the next `module isolate`")
    static let variable = Option(
        "--env", value: "NAME", "pass a variable of the host, until the next `module isolate` (repeatable)")
    static let asTested = Option(
        "--as-tested",
        "allow only the uses in its contract (Contracts, Plugins/*/Contracts)")
    static let report = Option("--report", "with --as-tested: log other uses instead of refusing them")

    private let name: String
    private let isOff: Bool
    /// The limits that the options name; a limit that is `nil` does not change.
    private let limits: (megabytes: Int?, seconds: Int?, files: Int?)
    private let hasNetwork: Bool
    private let environment: [String]
    /// `isAsked`: whether the module may use only what its tests used. `onlyReports`: whether other uses are only
    /// logged.
    private let tested: (isAsked: Bool, onlyReports: Bool)

    /// Reads the options. With `module install --isolated`, they apply to all modules that the command installs.
    init(_ arguments: Arguments) throws(Failure) {
        name = arguments.words[0]
        isOff = arguments.has(Self.off)
        limits = (
            try arguments.number(Self.memory, in: 64...1_048_576),
            try arguments.number(Self.processor, in: 1...31_536_000),
            try arguments.number(Self.files, in: 32...65_536)
        )
        hasNetwork = arguments.has(Self.network)
        environment = arguments.values(Self.variable)
        if let name = environment.first(where: { $0.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) == nil }) {
            throw .invalidValue(option: Self.variable.name, found: name, expected: "the name of a variable")
        }
        tested = (arguments.has(Self.asTested), arguments.has(Self.report))
        if tested.onlyReports, !tested.isAsked { throw .missingOption(Self.report.name, needs: Self.asTested.name) }
        let options = [Self.memory, Self.processor, Self.files, Self.network, Self.variable, Self.asTested]
        if isOff, let limit = options.first(where: arguments.has) { throw .twoSources(Self.off.name, limit.name) }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let store = try session.requiredStore()
        // `--off` also works for a module that was removed. A later module of this name must not get the isolation of
        // the removed module.
        if !isOff || store.isolation(of: name) == nil { try await session.requireKnown(name) }
        var limits = isOff ? nil : changed(store.isolation(of: name) ?? IsolationLimits())
        if tested.isAsked { limits?.tested = try uses(in: session) }
        if limits != nil, let problem = session.conflict(ofIsolated: name) {
            throw try await session.keepOut(name, problem)
        }
        // Isolation is applied first and then stored; with `--off`, it is first removed from the store and then ended.
        if limits == nil { try Failure.describing(store.isolate(name, limits)) }
        let wasStopped = await session.runtime.isolate(name, limits)
        if limits != nil {
            try session.keeping("\(name) is isolated in this host only") { () throws(PluginProblem) in
                try store.isolate(name, limits)
            }
        }
        let isReleased = limits == nil ? false : try await release(in: session)
        let before = isReleased ? "is no longer in quarantine, and " : wasStopped ? "was stopped, and " : ""
        let time = await time(wasStopped, isReleased, in: session)
        return try await session.show(name, await words(limits, before, time, in: session))
    }

    /// Returns the part of a sentence, after the module's name, that says how the module runs from now on.
    private func words(
        _ limits: IsolationLimits?, _ before: String, _ time: String, in session: Session
    ) async -> String {
        if let limits {
            let bounds = Confinement.weakness.map { ", but \($0); it has" } ?? "; it cannot start others, and has"
            let channels = session.runtime.manifest(of: name).map { ModuleChannels($0, ModuleChannels.contracts) }
            let lost = [("offer services to", channels?.offers), ("take services of", channels?.takes ?? [])]
                .compactMap { words, names in
                    names.flatMap { $0.isEmpty ? nil : "cannot \(words) other modules (\($0.joined(separator: ", ")))" }
                }
            return "\(before)runs in its own process \(time)\(bounds) \(limits)"
                + lost.map { ", and \($0)" }.joined() + "; `module isolate \(name) --off` ends that"
        }
        let stays = await session.runtime.records(of: name).contains { $0.isIsolated == true }
        return stays
            ? "declares `.isolated()`, so it stays in its own process with the default limits"
            : "\(before)runs in the host's process \(time)"
    }

    /// Returns text that names the time from which the change applies.
    private func time(_ wasStopped: Bool, _ isReleased: Bool, in session: Session) async -> String {
        // A module that must run without a request has already been started again.
        let runs = await session.runtime.records(of: name).contains { $0.state == .active }
        if runs, wasStopped || isReleased { return "now" }
        return "from its next start on\(wasStopped ? ", which the next request causes" : "")"
    }

    /// Releases the module from the quarantine that crashes of hosts caused, because an isolated module cannot crash a
    /// host. Returns whether the module was in quarantine.
    private func release(in session: Session) async throws(Failure) -> Bool {
        // A module that was installed after the host started has no record, and no quarantine.
        guard let content = try? await session.quarantined(name) else { return false }
        session.source.release(content)
        do {
            try await RuntimeModules(runtime: session.runtime, source: session.source)
                .add(name, startsSome: ShellRequest.isCurrent)
        } catch {
            throw Failure(error, module: name)
        }
        return true
    }

    /// Returns `limits` with the changes that the options request.
    func changed(_ limits: IsolationLimits) -> IsolationLimits {
        IsolationLimits(
            megabytes: self.limits.megabytes ?? limits.megabytes, seconds: self.limits.seconds ?? limits.seconds,
            files: self.limits.files ?? limits.files, hasNetwork: hasNetwork, environment: environment,
            tested: limits.tested)
    }

    /// Returns the routes, labels and events that the module's tests used, as its contract in the working folder
    /// records them.
    private func uses(in session: Session) throws(Failure) -> TestedUses {
        let files = ContractCheck.inFolder { session.console.report($0) }.filter { $0.contract.module == name }
        guard !files.isEmpty else {
            throw Failure(
                "noContract",
                "no contract of \(name) is in Contracts/*.json or Plugins/*/Contracts/*.json here; have "
                    + "its tests write one with SWITCHBOARD_CONTRACTS=DIR, or leave out --as-tested", .usage)
        }
        let contract = files.reduce(ContractFile(module: name)) { $0.adding($1.contract.sections) }
        // The requests of each contract are read separately, because two contracts may have different reviews of one
        // request.
        var asks: [ContractAsk] = []
        for file in files { asks += try ContractAsk.all(of: file.contract, file.path) }
        // A request that found its route by a label is allowed by that label, and not by the route.
        let routes = asks.filter { $0.members["labels"] == nil }.compactMap { ask -> String? in
            if let found = TestedUses.route(of: RouteURL(ask.url), session.mediator) {
                return "\(ask.verb) \(found.name)"
            }
            guard let owner = ask.reviewed?["owner"]?.string, let pattern = ask.reviewed?["pattern"]?.string else {
                return nil
            }
            return "\(ask.verb) \(owner) \(pattern)"
        }
        let asked = asks.flatMap { $0.members["labels"]?.strings ?? [] }
        let names = { (section: String) in (contract.sections[section] ?? [:]).keys.sorted() }
        return TestedUses(
            routes: Set(routes).sorted(), labels: Set(names("labels") + asked).sorted(), events: names("published"),
            onlyReports: tested.onlyReports)
    }
}

extension Session {
    /// Returns the conflict with other modules that the isolation of a module would cause; `nil` if there is none.
    func conflict(ofIsolated name: String) -> PluginProblem? {
        let refused = (try? source.all.preview(isolating: name).refused) ?? []
        return refused.lazy.filter { $0.name == name }.compactMap(\.problem).first(where: \.isClash)
    }

    /// Disables a module that cannot be isolated, because it must not continue in the host's process. Returns the
    /// failure.
    func keepOut(_ name: String, _ problem: PluginProblem) async throws(Failure) -> Failure {
        await runtime.stop(name, because: .disabled)
        await runtime.describe()
        let store = try requiredStore()
        try keeping("\(name) is stopped in this host only") { () throws(PluginProblem) in
            try store.disable(name, because: problem.found)
        }
        var failure = Failure(problem, module: name)
        failure.message =
            "\(name) was not isolated, and is disabled: \(problem.found); change the pattern, or, if you trust "
            + "\(name), \(running(keptOut: name))"
        return failure
    }

    /// Returns the advice on how to run a module although it could not be isolated.
    func running(keptOut name: String) -> String {
        let enable = "`module enable \(name)`"
        return store?.isolation(of: name) == nil
            ? "\(enable) runs it as before"
            : "`module isolate \(name) --off` and \(enable) run it in the host's process"
    }
}
