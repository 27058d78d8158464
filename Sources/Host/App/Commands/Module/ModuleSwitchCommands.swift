import Platform
import PluginRuntime

extension Command {
    /// `module enable NAME`: reverses `module disable`.
    static let moduleEnable = Command(
        name: "module enable", words: "NAME", summary: "run a disabled module again, now and at later starts"
    ) { session, arguments throws(Failure) in
        let name = arguments.words[0]
        // A disabled module can be enabled even if it is missing or cannot be loaded: it may return later.
        if session.store?.isDisabled(name) != true { try await session.requireModule(name) }
        let installation = try session.installation()
        let wasKeptOut = installation.store.reason(of: name) != nil
        try Failure.describing(installation.enable(name))
        // Another build may have been installed after the module was disabled in this shell.
        if let old = await session.runtime.module(name), old.source == .store, let renewal = try? session.renewal() {
            for module in (try? renewal.modules(excluding: old)) ?? [] where module.name == name {
                _ = try? await session.runtime.reload(module, isAsked: false)
            }
        }
        await session.runtime.enable(name)
        let lack = await session.runtime.records(of: name).filter { $0.state != .shadowed }.compactMap(\.problem).first
        let isIsolated = await session.runtime.records(of: name).contains { $0.isIsolated == true }
        let place = wasKeptOut && !isIsolated ? ", and runs in the host's process" : ""
        let words = lack.map { ", but it does not run yet: \($0.sentence)" } ?? place
        return try await session.show(name, "is enabled\(words)")
    }

    /// `module disable NAME`: stops a module and keeps it from running at later starts.
    static let moduleDisable = Command(
        name: "module disable", words: "NAME", summary: "stop a module, and do not run it at later starts",
        need: .modules
    ) { session, arguments throws(Failure) in
        let name = arguments.words[0]
        // A module that cannot start now can also be disabled, because it might start later.
        try await session.requireKnown(name)
        let before = await session.usable
        let store = try session.requiredStore()
        await session.runtime.stop(name, because: .disabled)
        try session.keeping("\(name) is stopped in this host only") { () throws(PluginProblem) in
            try store.disable(name)
        }
        let others = before.subtracting(await session.usable).subtracting([name]).sorted()
        let words = others.isEmpty ? "" : "; \(others.joined(separator: ", ")) cannot run without it"
        return try await session.show(name, "is disabled\(words); `module enable \(name)` enables it again")
    }

    /// `module start NAME`: loads a module and all modules that it requires, without a request.
    static let moduleStart = Command(
        name: "module start", words: "NAME",
        summary: "load a module now; one that was stopped or failed is started again"
    ) { session, arguments throws(Failure) in
        let name = arguments.words[0]
        let content = try await session.quarantined(name)
        if content == nil { try await session.requireModule(name) }
        do throws(PluginProblem) {
            if let content {
                session.source.release(content)
                try await RuntimeModules(runtime: session.runtime, source: session.source).take(name)
            } else {
                try await session.runtime.ensureStarted(name, isAsked: true)
            }
        } catch {
            throw Failure(error, module: name)
        }
        let end = !ShellRequest.isCurrent ? " until this command ends; later, a request that needs it starts it" : ""
        return try await session.show(name, "runs\(end)")
    }

    /// `module stop NAME`: stops the modules that require the named module, and then the named module. The named module
    /// stays stopped until the user starts it again.
    static let moduleStop = Command(
        name: "module stop", words: "NAME",
        summary: "stop a module and its dependents, until it is started again"
    ) { session, arguments throws(Failure) in
        let name = arguments.words[0]
        try await session.requireModule(name)
        let others = await session.runtime.stop(name).filter { $0 != name }
        if await session.runtime.records(of: name).contains(where: { $0.state == .disabled }) {
            return try await session.show(
                name, "is disabled, or left out by --without; type `module enable \(name)`, or leave out --without")
        }
        var left = await session.runtime.records(of: name).compactMap(\.left).first.map { "it has \($0.words)" }
        if left == nil, ShellRequest.isCurrent, await ModuleRuntime.staysBusy() { left = "this process stays busy" }
        let busy = left.map { ", but \($0); only a restart of the host ends that" } ?? ""
        let before = others.isEmpty ? "" : " after its dependents \(others.joined(separator: ", "))"
        let (scope, remedy) =
            ShellRequest.isCurrent
            ? (before, "`module start \(name)` starts it again")
            : (" for this command only", "`module disable \(name)` also stops it at later starts")
        return try await session.show(name, "was stopped\(scope)\(busy); \(remedy)")
    }
}

extension Session {
    /// Stores a setting that this host has already applied. If that fails, the failure also reports `state`, which
    /// applies in this host only.
    func keeping(_ state: String, _ store: () throws(PluginProblem) -> Void) throws(Failure) {
        do {
            try store()
        } catch {
            var failure = Failure(error)
            if ShellRequest.isCurrent { failure.message += "; until then \(state)" }
            throw failure
        }
    }

    /// Returns the hash of a module's content if the module is in quarantine; otherwise `nil`.
    func quarantined(_ name: String) async throws(Failure) -> ContentHash? {
        if await runtime.knows(name) { return nil }
        return try await records(of: name).first { $0.state == .quarantined }?.content
    }

    /// The names of the modules that run, or that a request can start.
    fileprivate var usable: Set<String> {
        get async { Set(await runtime.records.filter(\.mayRun).map(\.name)) }
    }
}
