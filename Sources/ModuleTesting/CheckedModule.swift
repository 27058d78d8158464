@_spi(Host) import HostKit
@_spi(Host) import ModuleKit
import Synchronization

/// A module that `ModuleCheck` starts and stops, with its own mediator and without a user.
final class CheckedModule: Sendable {
    let name: String
    let mediator: Switchboard
    let recorder = CheckRecorder()
    let validity = ContextValidity()
    var object: AnyObject? { Swift.type(of: module) is AnyClass ? module as AnyObject : nil }
    private let module: any Module
    private let info: ModuleInfo
    private let limit: Duration

    init(_ factory: ModuleFactory, _ given: [any Resolver], limit: Duration) throws {
        info = factory.info
        name = info.name
        self.limit = limit
        mediator = Switchboard(
            navigator: recorder.navigator, resolvers: given + [TestServices(info)], observer: recorder)
        let context = ModuleContext(
            name: name, mediator: mediator, validity: validity,
            storage: .temporary(module: name) { [recorder] in recorder.note($0) })
        module = try factory.module(context: context)
    }

    /// Registers the stubs, starts the module, and registers its declarations.
    func start(_ stubs: [Route], _ services: [Offer]) async -> [ModuleFault] {
        var others = Registration(owner: "stubs")
        others.routes = stubs
        others.services = services
        let before = Manifest(module.registration)
        do {
            try mediator.register(others)
            if let fault = await end(of: "start()", .start, { [module] in try await module.start() }) { return [fault] }
            let registration = module.registration
            try mediator.register(registration)
            return registration.nameFaults + Manifest(registration).faults(since: before)
        } catch .invalid(let faults, let owner) {
            return faults.map { ModuleFault(.declaration, owner, found: "\($0)") }
        } catch {
            return [ModuleFault(.declaration, name, found: "\(error)")]
        }
    }

    /// Returns a sentence about a URL that the module requested without an answer: what is missing, and the remedy.
    func absence(of url: String) -> String {
        guard let (name, _) = TestServices(info).webServices.first(where: { url.hasPrefix($1 + "/") }) else {
            return "\(url) has no route; give --stub, or stubs in a test"
        }
        return "its web service \(name) is unavailable; give --service or --stub, or stubs in a test"
    }

    /// Stops the module and removes its declarations, as a host does.
    func stop() async -> [ModuleFault] {
        await mediator.publish(.moduleWillStop, of: info)
        mediator.unregister(owner: name)
        validity.endTasks()
        let fault = await end(of: "stop()", .stop) { [module] in await module.stop() }
        validity.end()
        mediator.unregister(owner: "stubs")
        // A page's view model may hold the context. While that page exists, the context cannot be released.
        recorder.navigator.removePages()
        return (fault.map { [$0] } ?? []) + recorder.storageFaults
    }

    private func end(
        of subject: String, _ rule: ModuleFault.Rule, _ body: @escaping @Sendable () async throws -> Void
    ) async -> ModuleFault? {
        switch await Promise.run(within: limit, body) {
        case .success: nil
        case .failure(let error): ModuleFault(rule, subject, found: error.inWords)
        case nil: ModuleFault(rule, subject, found: "no end within \(limit)")
        }
    }
}

extension Promise<Result<Void, any Error>?> {
    /// Runs a module's code, and cancels it after a limit; returns `nil` if it does not end within the limit.
    static func run(
        within limit: Duration, _ body: @escaping @Sendable () async throws -> Void
    ) async -> Result<Void, any Error>? {
        let end = Promise()
        let task = Task {
            do { end.fulfill(.success(try await body())) } catch { end.fulfill(.failure(error)) }
        }
        defer { task.cancel() }
        end.fulfill(nil, after: limit)
        return await end.waitUnlessCancelled() ?? .failure(CancellationError())
    }
}

/// The observer of all requests during a check: the requests of the check itself and of the module.
final class CheckRecorder: MediationObserver {
    /// A navigator without a user: no page waits for an answer.
    let navigator = RecordingNavigator(deadline: .zero)
    let origins = OriginProbe()
    let wantsTraces = true
    private let traces = Mutex<[Trace]>([])
    private let storageErrors = Mutex<[StorageError]>([])

    func requestEnded(_ trace: Trace) {
        origins.requestEnded(trace)
        traces.withLock { $0.append(trace) }
    }

    /// Records that the module's storage could not be opened; the module's use of the storage is then not checked.
    func note(_ error: StorageError) { storageErrors.withLock { $0.append(error) } }

    var storageFaults: [ModuleFault] {
        storageErrors.withLock(\.self).prefix(1).map { ModuleFault(.storage, "the storage", found: "\($0)") }
    }

    /// Returns the steps of the check's own requests since the last call, and the first URL for which a request of the
    /// module found no route.
    func takeSteps() -> (steps: [TraceStep], absent: String?) {
        let traces = traces.withLock { traces in
            defer { traces = [] }
            return traces
        }
        let absent = traces.first { $0.parent != nil && $0.error?.code == .noRoute }
        return (traces.filter { $0.parent == nil }.flatMap(\.steps), absent?.url)
    }
}

extension Registration {
    /// The faults of names that are empty or contain white space, and of names that two routes share.
    fileprivate var nameFaults: [ModuleFault] {
        let named: [(kind: String, name: String)] =
            interceptors.map { ("interceptor", $0.name) } + services.map { ("service", $0.name) }
            + subscriptions.map { ("subscription", $0.event) }
        var seen: Set<String> = []
        return named.filter { $0.name.isEmpty || $0.name.contains(where: \.isWhitespace) }.map { kind, name in
            ModuleFault(.name, kind, found: "the name \"\(name)\"")
        }
            + routes.compactMap { route in
                guard let name = route.name, !seen.insert(name).inserted else { return nil }
                return ModuleFault(.name, "route \(route.pattern)", found: "the name \"\(name)\" of another route")
            }
    }
}

extension Manifest {
    /// A fault for each declaration of the module that an earlier manifest lacks.
    fileprivate func faults(since before: Manifest) -> [ModuleFault] {
        let known = Set(before.subjects)
        return subjects.filter { !known.contains($0) }.map {
            ModuleFault(.manifest, $0, found: "it only after `start()`")
        }
    }

    private var subjects: [String] {
        routes.map { "\($0.verb) route \($0.pattern)" }
            + interceptors.map { "interceptor \($0.name)" } + services.map { "service \($0.name)" }
            + subscriptions.map { "subscription to \($0.event)" }
    }
}
