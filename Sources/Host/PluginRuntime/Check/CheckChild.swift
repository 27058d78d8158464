import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The child's side of a check: it takes a plugin through its life, and reports each step once it is done.
///
/// Before each step the system is asked to end the process when the step's time is over.
package struct CheckChild {
    /// The commands that start it, for all steps and for those of the module's life; they are in no help, for no person
    /// types them.
    package static let words = [
        "check-file": (steps: CheckStep.allCases, seconds: CheckStep.seconds),
        "start-file": (steps: CheckStep.life, seconds: CheckStep.lifeSeconds),
    ]

    private static let requestLimit = Duration.seconds(5)
    private let output = PluginChildOutput()
    private let probe = OriginProbe()
    private let mediator: Switchboard
    private var factories: [ModuleFactory] = []
    private var modules: [any Module] = []
    /// The modules' storages, in temporary folders.
    private var storages: [StorageSource] = []

    private init() { mediator = Switchboard(navigator: RecordingNavigator(), observer: probe) }

    /// Goes through the steps up to the first that fails.
    ///
    /// - Returns: whether none failed.
    package static func run(_ steps: [CheckStep], within seconds: Int, file: String) async -> Bool {
        var child = CheckChild()
        let hasPassed = await child.run(steps, within: seconds, file: file)
        for storage in child.storages { await storage.close() }
        return hasPassed
    }

    private mutating func run(_ steps: [CheckStep], within seconds: Int, file: String) async -> Bool {
        for step in steps {
            alarm(UInt32(step.seconds(seconds)))
            let report: CheckStepReport
            do {
                let detail = try await perform(step, file)
                report = CheckStepReport(step: step, detail: detail, verdict: .pass)
            } catch let failure as RuleFailure {
                report = CheckStepReport(step: step, detail: "", verdict: .fail, faults: failure.faults)
            } catch let warning as CheckWarning {
                report = CheckStepReport(step: step, detail: warning.description, verdict: .warning)
            } catch {
                report = CheckStepReport(step: step, detail: String(describing: error), verdict: .fail)
            }
            guard output.report(report), report.verdict != .fail else { return false }
        }
        return true
    }

    private mutating func perform(_ step: CheckStep, _ file: String) async throws -> String {
        switch step {
        case .load: try load(file)
        case .handshake: try shakeHands(file)
        case .make: try make()
        case .start: try await start()
        case .routes: try register()
        case .origin: try await ask()
        case .stop: await stop()
        case .rules: try await followRules()
        }
    }

    private func plugin(_ file: String) throws -> DiscoveredPlugin {
        let folder = try CheckedFolder.open(Path.folder(of: file))
        let bundle = try PluginBundle.read(Path.name(of: file), in: folder, host: try HostIdentity.current())
        return DiscoveredPlugin(bundle, file: file, source: .option)
    }

    private func load(_ file: String) throws -> String {
        let plugin = try plugin(file)
        for entryPoint in plugin.entryPoints.prefix(1) { _ = try PluginLoader.open(plugin.library(of: entryPoint)) }
        let brought = plugin.bundledLibraries.map { Path.name(of: $0) }.joined(separator: ", ")
        return brought.isEmpty ? "every symbol is bound" : "every symbol is bound, with \(brought)"
    }

    private mutating func shakeHands(_ file: String) throws -> String {
        let result = PluginLoader.load(try plugin(file))
        if let refusal = result.refusals.first {
            throw CheckFailure(description: ScanRefusal(module: refusal.module, problem: refusal.error.problem).message)
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
            throw CheckWarning(
                description: "\(routes) asks for a URL that it is given as its module, so that an outsider reaches "
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
        var faults: [ModuleFault] = []
        for factory in factories {
            faults += await ModuleCheck.faults(of: factory, deadline: Self.requestLimit) { [output] request in
                _ = output.report(CheckStepReport(step: .rules, detail: request, verdict: .notReached))
            }
        }
        guard faults.isEmpty else { throw RuleFailure(faults: faults) }
        return "each route answers a good request, and refuses the wrong ones that it can know"
    }
}

/// The rules that the modules do not follow.
private struct RuleFailure: Error { let faults: [ModuleFault] }

/// A step that failed, in words that were found already.
private struct CheckFailure: Error, CustomStringConvertible { let description: String }

/// What a person should look at in a step that did not fail.
private struct CheckWarning: Error, CustomStringConvertible { let description: String }
