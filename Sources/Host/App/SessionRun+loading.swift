@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The start of a session's modules: their search, their declarations, and the report.
extension SessionRun {
    /// Registers the modules that are found, and starts the modules that start with the host.
    func load(into session: Session) async throws(Failure) {
        let (options, source, runtime) = (parts.options, session.source, session.runtime)
        reportBeginning(source)
        runtime.watchThreads(limit: options.deadline) { [requests = session.requests] activity in
            requests.leave(since: options.deadline, because: activity)
        }
        let catalogue = try Failure.describing(source.catalogue(), code: "unreadableHost")
        for line in SetAside.takeLines() { parts.console.notice("setAside", line) }
        try registerStubs(beside: catalogue, with: session.mediator)
        try checkSettings(of: runtime, catalogue)
        try await begin(runtime, with: catalogue)
        await describeHost(runtime)
        await report(source.search, runtime)
    }

    /// Reports a safe start, and the crashes of earlier sessions.
    private func reportBeginning(_ source: CatalogueSource) {
        let safe = "a safe start: only the modules next to the executable run; leave out --safe for the plugins"
        if parts.options.isSafe { parts.console.notice("safe", safe) }
        source.clearFolders()
        for text in parts.isTrial ? [] : source.takeCrashes() { parts.console.notice("crash", text) }
    }

    private func registerStubs(beside catalogue: ModuleCatalogue, with mediator: Switchboard) throws(Failure) {
        guard let file = parts.options.stubFile else { return }
        guard let module = parts.options.onlyModule else {
            throw .missingOption(HostOptions.stub.name, needs: HostOptions.only.usage)
        }
        let stubs = try StubFile(path: file, for: module)
        if let manifest = catalogue.manifest(of: module) {
            try stubs.check(beside: module, declaring: manifest, mediator)
        }
        try Failure.describing(try mediator.register(stubs.routes, owner: StubFile.owner)) {
            (error: RegistrationError) in StubFile.failure("\(error)")
        }
    }

    private func checkSettings(of runtime: ModuleRuntime, _ catalogue: ModuleCatalogue) throws(Failure) {
        // Settings may be for a module that is on another host of a fleet, or that a safe start leaves out.
        let isWhole = parts.options.fleet.isEmpty && !parts.options.isSafe
        for (source, text) in catalogue.faults(of: runtime.settings, isWhole: isWhole) {
            if source == HostOptions.set.name { throw Failure(usage: text) }
            parts.console.notice("configuration", text)
        }
    }

    private func begin(_ runtime: ModuleRuntime, with catalogue: ModuleCatalogue) async throws(Failure) {
        await runtime.begin(catalogue, startsSome: invocation.startsModules)
        if let name = parts.options.onlyModule, await runtime.records.isEmpty {
            throw noModule(name, found: await runtime.names)
        }
        let names = await runtime.names
        if let name = parts.options.excludedModules.first(where: { !names.contains($0) }) {
            throw noModule(name, found: names)
        }
    }

    private func noModule(_ name: String, found: Set<String>) -> Failure {
        let names = found.sorted().joined(separator: ", ")
        let others = found.isEmpty ? "and no other; name" : "only \(names); name one of them, or"
        return Failure("noModule", "no module \(name) was found, \(others) its folder with --modules DIR")
    }

    /// Describes this host to remotes, and installs their rules.
    private func describeHost(_ runtime: ModuleRuntime) async {
        let host = HostDescription(
            version: "\(Contract.sdkVersion)", modules: await runtime.versions,
            locale: UserEnvironment.language(parts.environment))
        runtime.mediator.describe(host)
        // Without remotes, `RemoteRules` would find nothing, but its test of each resolver's type would take a
        // twentieth of the host's start time.
        guard !parts.options.remotes.isEmpty else { return }
        await RemoteRules(mediator: runtime.mediator, host: host) { [console = parts.console] in
            console.notice("remote", $0)
        }.install()
    }

    /// Reports the searched folders without modules, and the modules that do not run.
    private func report(_ search: ModuleSearch, _ runtime: ModuleRuntime) async {
        for text in search.emptyFolders { parts.console.notice("emptyFolder", text) }
        // `modules` and the commands that explain a module print the reason themselves.
        let records = invocation.tellsReasons ? [] : await runtime.absentRecords
        // A module that the search order or the user left out has no fault.
        for record in records where ![.shadowed, .requiresDisabled].contains(record.problem?.code) {
            parts.console.report(record)
        }
    }
}
