import Glibc
@_spi(Host) package import ModuleKit
@_spi(Host) import ModuleTesting
import Platform

/// The child's side of a check: takes a plugin through its life, and reports each step when it is done.
///
/// An alarm ends the process if a step exceeds its time.
package struct CheckChild {
    /// The commands that start this process, for all steps and for those of the module's life; the help leaves them out, because
    /// only the host runs them.
    package static let words = [
        "check-file": (steps: CheckStep.allCases, seconds: CheckStep.seconds),
        "start-file": (steps: CheckStep.life, seconds: CheckStep.lifeSeconds),
    ]

    private static let requestLimit = Duration.seconds(5)
    private let output = PluginChildOutput()
    private let probe = OriginProbe()
    private let mediator: Switchboard
    private let plugin: ReadPlugin
    /// The stubs of other modules and the resolvers of web services, for the step `rules`.
    private let others: (stubs: [Route], resolvers: [any Resolver])
    private var factories: [ModuleFactory] = []
    private var modules: [any Module] = []
    /// The modules' storages, in temporary folders.
    private var storages: [StorageSource] = []

    private init(_ plugin: ReadPlugin, _ others: (stubs: [Route], resolvers: [any Resolver])) {
        self.plugin = plugin
        self.others = others
        mediator = Switchboard(navigator: RecordingNavigator(deadline: .zero), observer: probe)
    }

    /// Runs the steps up to the first one that fails.
    ///
    /// - Returns: whether no step failed.
    package static func run(
        _ steps: [CheckStep], within seconds: Int, _ plugin: ReadPlugin,
        others: (stubs: [Route], resolvers: [any Resolver])
    ) async -> Bool {
        var child = CheckChild(plugin, others)
        let hasPassed = await child.run(steps, within: seconds)
        for storage in child.storages { await storage.close() }
        return hasPassed
    }

    private mutating func run(_ steps: [CheckStep], within seconds: Int) async -> Bool {
        for step in steps {
            alarm(UInt32(step.seconds(seconds)))
            let report: CheckStepReport
            do {
                let detail = try await perform(step)
                report = CheckStepReport(step: step, detail: detail, verdict: .pass)
            } catch let found as Findings {
                report = CheckStepReport(
                    step: step, detail: found.detail, verdict: found.faults.isEmpty ? .warning : .fail,
                    faults: found.faults, warnings: found.warnings)
            } catch {
                report = CheckStepReport(step: step, detail: String(describing: error), verdict: .fail)
            }
            guard output.report(report), report.verdict != .fail else { return false }
        }
        return true
    }

    private mutating func perform(_ step: CheckStep) async throws -> String {
        switch step {
        case .load: try load()
        case .handshake: try shakeHands()
        case .make: try make()
        case .start: try await start()
        case .routes: try register()
        case .origin: try await ask()
        case .stop: await stop()
        case .rules: try await followRules()
        }
    }

    private func load() throws -> String {
        let library = try plugin.modules.get().first
        if let library { _ = try PluginLoader.open(library) }
        let brought = (library?.bundledLibraries ?? []).map { Path.name(of: $0) }.joined(separator: ", ")
        return brought.isEmpty ? "every symbol is bound" : "every symbol is bound, with \(brought)"
    }

    private mutating func shakeHands() throws -> String {
        let result = PluginLoader.load(try plugin.modules.get())
        if let refusal = result.refusals.first {
            throw ScanRefusal(module: refusal.module, problem: refusal.error)
        }
        factories = result.modules
        return factories.map { "\($0.info.name) \($0.info.version)" }.joined(separator: ", ")
    }

    private mutating func make() throws -> String {
        for factory in factories {
            let name = factory.info.name
            let storage = StorageSource.temporary(module: name)
            storages.append(storage)
            let context = ModuleContext(name: name, mediator: mediator, storage: storage)
            modules.append(try factory.module(context: context))
        }
        return "made with nothing but its context"
    }

    private func start() async throws -> String {
        for module in modules { try await module.start() }
        return "started within \(CheckStep.seconds) seconds"
    }

    private func register() throws -> String {
        for (module, factory) in zip(modules, factories) {
            try mediator.register(module.routes, owner: factory.info.name, types: factory.parameterTypes)
        }
        let count = mediator.routes.count
        return "\(count) \(count == 1 ? "route" : "routes") without a conflict"
    }

    private func ask() async throws -> String {
        let (doors, count) = await probe.run(mediator)
        guard doors.isEmpty else {
            let routes = doors.joined(separator: " and ")
            throw Findings(
                detail: "\(routes) asks for a URL that it is given as its module, so that an outsider reaches "
                    + "routes that are not public; ask with `context.onBehalf(of: request)`")
        }
        let routes = count == 1 ? "route was" : "routes were"
        return "\(count) public \(routes) given a URL, and none asked for it as its module"
    }

    private func stop() async -> String {
        for module in modules.reversed() { await module.stop() }
        return "stopped within \(CheckStep.seconds) seconds"
    }

    private func followRules() async throws -> String {
        var reports: [ModuleReport] = []
        for factory in factories {
            reports += [
                await ModuleCheck.report(
                    of: factory, stubs: others.stubs, resolvers: others.resolvers, deadline: Self.requestLimit
                ) { [output] request in
                    _ = output.report(CheckStepReport(step: .rules, detail: request, verdict: .notReached))
                }
            ]
        }
        let (answered, asked) = reports.reduce((0, 0)) { ($0.0 + $1.answered, $0.1 + $1.asked) }
        let detail = "\(answered) of \(asked) routes answered a good request; wrong ones that are known were refused"
        let found = Findings(detail: detail, faults: reports.flatMap(\.faults), warnings: reports.flatMap(\.warnings))
        guard found.faults.isEmpty, found.warnings.isEmpty else { throw found }
        return detail
    }
}

/// The warnings of a step and the rules that the modules break.
private struct Findings: Error { var detail: String, faults: [ModuleFault] = [], warnings: [String] = [] }
