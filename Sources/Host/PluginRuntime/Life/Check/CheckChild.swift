import Glibc
@_spi(Host) package import HostKit
@_spi(Host) import ModuleTesting
import Platform

/// The child process of a check of a plugin. It runs the steps of the plugin's life, and reports each one.
///
/// An alarm ends the process if a step exceeds its time.
package struct CheckChild {
    /// The command of a process that reports the manifests of a file.
    private static let manifestWord = "manifest-file"

    /// Returns the steps that a command of this executable runs, and the time limit of each step in seconds. The
    /// command that reports manifests runs no steps. Returns `nil` for any other command. The help omits these
    /// commands, because only the host runs them.
    package static func steps(of word: String) -> (steps: [CheckStep], seconds: Int)? {
        switch word {
        case "check-file": (CheckStep.allCases, CheckStep.seconds)
        case "start-file": (CheckStep.life, CheckStep.lifeSeconds)
        case manifestWord: ([], CheckStep.seconds)
        default: nil
        }
    }

    private static let requestLimit = Duration.seconds(5)
    private let probe = OriginProbe()
    private let mediator: Switchboard
    private let plugin: ReadPlugin
    /// The stubs of other modules and the resolvers of web services, for the step `rules`.
    private let others: (stubs: [Route], resolvers: [any Resolver])
    private var factories: [ModuleFactory] = []
    private var modules: [any Module] = []
    private var storages: [StorageSource] = []

    private init(_ plugin: ReadPlugin, _ others: (stubs: [Route], resolvers: [any Resolver])) {
        self.plugin = plugin
        self.others = others
        mediator = Switchboard(navigator: RecordingNavigator(deadline: .zero), observer: probe)
    }

    /// Runs the steps until one fails, and returns whether all of them succeeded.
    package static func run(
        _ steps: [CheckStep], within seconds: Int, _ plugin: ReadPlugin,
        others: (stubs: [Route], resolvers: [any Resolver])
    ) async -> Bool {
        var child = CheckChild(plugin, others)
        if steps.isEmpty { return child.reportManifests(within: seconds) }
        let hasPassed = await child.run(steps, within: seconds)
        for storage in child.storages { await storage.close() }
        return hasPassed
    }

    /// Creates the modules of a plugin's file in a separate process, and returns their manifests with the types of all
    /// routes; `nil` if that fails.
    package static func manifests(in file: String) -> [Manifest]? {
        let child = PluginChild(word: manifestWord, files: [file], seconds: 2 * CheckStep.seconds)
        return try? child.run([Manifest].self).reports.first
    }

    /// Creates the modules, and reports their manifests.
    private mutating func reportManifests(within seconds: Int) -> Bool {
        alarm(UInt32(seconds))
        guard (try? load()) != nil, (try? shakeHands()) != nil, (try? make()) != nil else { return false }
        return PluginChild.report(modules.map { Manifest($0.registration, hasValues: true) })
    }

    private mutating func run(_ steps: [CheckStep], within seconds: Int) async -> Bool {
        for step in steps {
            alarm(UInt32(step.seconds(seconds)))
            let results: [CheckResult]
            do {
                results = try await perform(step)
            } catch {
                results = [CheckResult(step.rawValue, .fail, error.inWords)]
            }
            guard PluginChild.report(FrameJSON(results)), results.allSatisfy({ $0.verdict != .fail }) else {
                return false
            }
        }
        return true
    }

    private mutating func perform(_ step: CheckStep) async throws -> [CheckResult] {
        let detail: String
        switch step {
        case .load: detail = try load()
        case .handshake: detail = try shakeHands()
        case .make: detail = try make()
        case .start: detail = try await start()
        case .routes: detail = try register()
        case .origin: return [await ask()]
        case .stop: detail = await stop()
        case .rules: return await followRules()
        }
        return [CheckResult(step.rawValue, .pass, detail)]
    }

    private func load() throws -> String {
        let library = try plugin.found.get().library
        _ = try PluginLoader.open(library)
        let brought = library.bundledLibraries.map { Path.name(of: $0) }.joined(separator: ", ")
        return brought.isEmpty ? "every symbol is bound" : "every symbol is bound, with \(brought)"
    }

    private mutating func shakeHands() throws -> String {
        let (library, names) = try plugin.found.get()
        for name in names {
            do throws(PluginProblem) {
                factories.append(try PluginLoader.load(name, of: library))
            } catch {
                throw DescribedError(description: "\(name) was not loaded: \(error.sentence)")
            }
        }
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
        return "\(count) \(count == 1 ? "route" : "routes") without a conflict in the module"
    }

    private func ask() async -> CheckResult {
        let step = CheckStep.origin.rawValue
        let (doors, untested, all) = await probe.run(mediator)
        let rest = untested.isEmpty ? "" : "; not tested: \(untested.joined(separator: ", "))"
        guard doors.isEmpty else {
            let routes = doors.joined(separator: " and ")
            return CheckResult(
                step, .warning,
                "\(routes) requests a caller's URL with its module's rights, so that external callers reach "
                    + "routes that are not public; ask with `context.onBehalf(of: request)`\(rest)")
        }
        let tested = "\(all.count - untested.count) of \(all.count) public routes were given a URL"
        return CheckResult(
            step, untested.isEmpty ? .pass : .warning, "\(tested), and none used its module's rights\(rest)")
    }

    private func stop() async -> String {
        for module in modules.reversed() { await module.stop() }
        return "stopped within \(CheckStep.seconds) seconds"
    }

    private func followRules() async -> [CheckResult] {
        let step = CheckStep.rules.rawValue
        var reports: [ModuleReport] = []
        for factory in factories {
            reports += [
                await ModuleCheck.report(
                    of: factory, stubs: others.stubs, resolvers: others.resolvers, deadline: Self.requestLimit
                ) { request in _ = PluginChild.report(FrameJSON([CheckResult(step, .notReached, request)])) }
            ]
        }
        let (answered, asked) = reports.reduce((0, 0)) { ($0.0 + $1.answered, $0.1 + $1.asked) }
        let detail = "\(answered) of \(asked) routes answered a good request; known bad requests were refused"
        let faults = reports.flatMap(\.faults).map { fault in
            CheckResult(step, .fail, "\(fault)", fault: try? JSONValue(document: Payload(fault).json()))
        }
        let warnings = reports.flatMap(\.warnings).map { CheckResult(step, .warning, $0) }
        let all = CheckResult(step, warnings.isEmpty ? .pass : .warning, detail)
        return (faults.isEmpty ? [all] : []) + faults + warnings
    }
}
