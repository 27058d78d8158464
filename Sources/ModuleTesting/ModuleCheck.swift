@_spi(Host) public import ModuleKit

/// A check of a module against the rules for modules.
///
/// ```swift
/// @Test func `the module follows the rules`() async {
///     let faults = await ModuleCheck.faults(RentModule.self)
///     #expect(faults == [])
/// }
/// ```
///
/// The check runs the module's code: it starts and stops the module twice, and sends each route one good request and
/// many wrong requests. If a route's handler changes something outside of the module, create the module with stand-ins
/// in `make`. A blocked thread stops the check, and a trap ends the process; `switchboard module check` survives
/// blocked threads and traps.
public enum ModuleCheck {
    /// Returns the faults of a module; for each route and rule, only the faults of the first request that breaks the
    /// rule.
    ///
    /// - Parameters:
    ///   - type: the module under test.
    ///   - stubs: answers that replace other modules' routes, keyed by pattern; a URL without a stub has no route.
    ///   - services: services that replace the services of other modules.
    ///   - deadline: the time limit of each request, of `start()` and of `stop()`.
    ///   - make: creates the module; the default passes only the context.
    public static func faults<Subject: Module>(
        _ type: Subject.Type, stubs: [String: Stub] = [:], services: [Offer] = [], deadline: Duration = .seconds(10),
        make: @escaping @Sendable (ModuleContext) throws -> Subject = { try Subject(context: $0) }
    ) async -> [ModuleFault] {
        await report(type, stubs: stubs, services: services, deadline: deadline, make: make).faults
    }

    /// Returns the same faults as `faults`, and warnings, such as about routes that could not be checked.
    public static func report<Subject: Module>(
        _ type: Subject.Type, stubs: [String: Stub] = [:], services: [Offer] = [], deadline: Duration = .seconds(10),
        make: @escaping @Sendable (ModuleContext) throws -> Subject = { try Subject(context: $0) }
    ) async -> ModuleReport {
        let factory = ModuleFactory(type, make: make), stubs = stubs.map { pattern, stub in stub.route(pattern) }
        return await ModuleChecker(factory: factory, stubs: stubs, services: services, deadline: deadline).report()
    }

    /// Returns the report on a plugin's module, without checking the rule `access`.
    ///
    /// - Parameter progress: called with the text of each request before it is sent.
    @_spi(Host) public static func report(
        of factory: ModuleFactory, stubs: [Route], resolvers: [any Resolver], deadline: Duration,
        progress: @escaping @Sendable (String) -> Void
    ) async -> ModuleReport {
        await ModuleChecker(
            factory: factory, stubs: stubs, resolvers: resolvers, deadline: deadline, progress: progress
        ).report()
    }
}

/// The findings of a check of a module.
public struct ModuleReport: Sendable, Equatable {
    /// The faults of the module.
    public internal(set) var faults: [ModuleFault] = []
    /// The other findings, such as a route that did not answer a good request, or a link without a route.
    public internal(set) var warnings: [String] = []
    /// The number of good requests that were sent to routes, and the number of good requests that were answered.
    public internal(set) var asked = 0, answered = 0
}

/// One run of the check.
private struct ModuleChecker: Sendable {
    let factory: ModuleFactory
    let stubs: [Route]
    var services: [Offer] = []
    var resolvers: [any Resolver] = []
    let deadline: Duration
    /// Called with the text of each request; if present, the rule `access` is not checked.
    var progress: (@Sendable (String) -> Void)?

    func report() async -> ModuleReport {
        var report = ModuleReport()
        var faults = factory.info.faults
        let first = await life(asking: false, awaitingRelease: true, &report)
        faults += first
        // After a fault of one of these rules, the second run is skipped: a module that did not start cannot be
        // requested, and code that did not stop would disturb the second run.
        if !first.contains(where: { [.start, .declaration, .stop].contains($0.rule) }) {
            // The limit is not awaited a second time for a module that was not released in its first run.
            let isReleased = !first.contains { $0.rule == .lifetime }
            faults += await life(asking: true, awaitingRelease: isReleased, &report)
        }
        var seen: Set<ModuleFault> = []
        report.faults = faults.filter { seen.insert($0).inserted }
        return report
    }

    private func life(asking: Bool, awaitingRelease: Bool, _ report: inout ModuleReport) async -> [ModuleFault] {
        weak var validity: ContextValidity?
        weak var object: AnyObject?
        var faults: [ModuleFault]
        do {
            let module = try CheckedModule(factory, resolvers, limit: deadline)
            (validity, object) = (module.validity, module.object)
            faults = await module.start(stubs, services)
            if !faults.contains(where: { [.start, .declaration].contains($0.rule) }), asking {
                faults += await answers(of: module, &report)
            }
            faults += await module.stop()
        } catch {
            return [ModuleFault(.start, "init(context:)", found: error.inWords)]
        }
        let mayHold = faults.contains { [.start, .stop, .deadline].contains($0.rule) }
        guard awaitingRelease, !mayHold else { return faults }
        let end = ContinuousClock.now + deadline
        while validity != nil || object != nil, .now < end { try? await Task.sleep(for: .milliseconds(2)) }
        if object != nil { faults.append(ModuleFault(.lifetime, "the module", found: "it after `stop()`")) }
        if validity != nil, object == nil {
            faults.append(ModuleFault(.lifetime, "the module's context", found: "it after `stop()`"))
        }
        return faults
    }

    private func answers(of module: CheckedModule, _ report: inout ModuleReport) async -> [ModuleFault] {
        var faults = module.mediator.makeServices(of: module.name).filter { !$0.lacksOther }.map {
            ModuleFault(.service, "services", found: "\($0)")
        }
        for route in module.mediator.outlines where route.description.owner == module.name {
            guard let (text, isFault) = route.misnaming else { continue }
            let fault = ModuleFault(.parameters, "route \(route.description.pattern)", found: "that \(text)")
            if isFault { faults.append(fault) } else { report.warnings.append("\(fault)") }
        }
        for sample in module.mediator.samples(of: module.name) {
            // A route that hangs for one request would hang for each, and one fault of each rule is enough.
            let known = faults.filter { $0.subject == sample.subject }.map(\.rule)
            if known.contains(.deadline) { continue }
            let check = RequestCheck(sample: sample, module: module, deadline: deadline, progress: progress)
            let found = await check.faults(&report)
            faults += found.filter { !known.contains($0.rule) }
        }
        guard progress == nil else { return faults }
        return faults
            + (await module.recorder.origins.run(module.mediator)).doors.map {
                ModuleFault(.access, "route \($0)", found: "a request in the module's name for a URL that it was given")
            }
    }
}

extension ModuleInfo {
    fileprivate var faults: [ModuleFault] {
        let isNamed =
            name.first?.isLetter == true && name.utf8.allSatisfy { $0 < 0x80 }
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let isSummed = summary.contains { !$0.isWhitespace } && !summary.contains(where: \.isNewline)
        let secrets = self.faults(of: sensitiveSettings.map { GivenSetting($0, .null, from: "sensitive") }).map(\.text)
        return [
            (isNamed, "the name \"\(name)\""), (isSummed, "the summary \"\(summary)\""),
            (version > Version(0) || !version.isReadable, "the version \(version)"),
            (unreadableVersion == nil, "an unreadable version or range: \(unreadableVersion ?? "")"),
            (secrets.isEmpty, secrets.joined(separator: ", ")),
        ].filter { !$0.0 }.map { ModuleFault(.info, "info", found: $0.1) }
    }
}

extension ServiceError {
    /// Whether the service could not be made because another module's service is absent.
    fileprivate var lacksOther: Bool {
        code == .missing || code == .wrongVersion || (cause as? ServiceError)?.lacksOther == true
    }
}
