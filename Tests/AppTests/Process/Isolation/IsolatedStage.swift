import Foundation
@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport

@testable import Platform
@testable import PluginRuntime

/// A runtime with one isolated module of a library; its process runs the built host.
final class IsolatedStage: Sendable {
    let mediator: Switchboard
    let runtime: ModuleRuntime
    let name: String
    private let said = Mutex<[String]>([])

    /// Builds the library of a fixture, and registers a module of it, which the first request starts.
    init(
        _ source: String, _ name: String, limits: IsolationLimits = IsolationLimits(),
        _ runtimeLimits: ModuleLimits = ModuleLimits(), resolvers: [any Resolver] = [], in folder: TemporaryFolder
    ) async throws {
        self.name = name
        try PluginCompiler.swift("\(source).swift", as: "lib\(source).so", in: folder.path)
        mediator = Switchboard(navigator: RecordingNavigator(), resolvers: resolvers)
        let lines = Lines()
        let runners = ModuleRuntime.isolatingRunners(
            { _ in StorageSource(unavailable: "it keeps no data") }, executable: BuildProducts.path("switchboard"),
            environment: ["XDG_DATA_HOME": folder.path], report: lines.add)
        let info = ModuleInfo(name, "1.0", "", requirements: [], webServices: resolvers.flatMap(\.webServices.keys))
        var module = try Self.module(info, of: "\(folder.path)/lib\(source).so", limits)
        let manifest = try await Self.manifest(of: module, runners)
        module.manifest = manifest
        runtime = ModuleRuntime(mediator: mediator, runners: runners, limits: runtimeLimits)
        await runtime.begin(
            ModuleCatalogue(
                modules: [module], records: [], names: [name],
                idleModules: Registration.arrange([(name: name, manifest: manifest)]).modules))
        lines.stage.withLock { $0 = self }
    }

    /// The folder of a module's data, where its process may write.
    static func storage(of module: String, in folder: TemporaryFolder) -> String {
        folder.path("switchboard/storage/\(module)")
    }

    /// The lines of the module's own output.
    var lines: [String] { said.withLock(\.self) }

    private static func module(
        _ info: ModuleInfo, of library: String, _ limits: IsolationLimits
    ) throws -> ModuleDescriptor {
        let file = try PluginFile(try CheckedFolder.holding(library).plugin(Path.name(of: library)))
        return ModuleDescriptor(
            info: info, file: library, source: .option,
            library: ModuleLibrary(path: library),
            content: PluginBundle.address(of: [file]), startsWithHost: false, isDisabled: false,
            problem: nil, isolation: limits)
    }

    private static func manifest(
        of module: ModuleDescriptor, _ runners: ModuleRuntime.Runners
    ) async throws -> Manifest {
        let runner = runners(module, Switchboard(navigator: RecordingNavigator(), resolvers: [])) { _, _ in }
        try runner.load()
        let manifest = Manifest(try await runner.start())
        await runner.stop()
        return manifest
    }

    /// Calls a route of the module.
    func call<Value: Decodable>(
        _ path: String, _ body: (any Encodable & Sendable)? = nil, as type: Value.Type,
        deadline: Duration = .seconds(100)
    ) async throws(RequestError) -> Value {
        try await mediator.call(
            RouteURL("app://\(name.lowercased())/" + path), body: body.map { Payload($0) }, as: type, origin: .shell,
            options: RequestOptions(deadline: deadline))
    }

    /// The number of the module's process.
    var process: pid_t { get async throws { pid_t(try await call("process", as: Int.self)) } }

    /// The state of the module.
    var state: ModuleState? { get async { await runtime.records(of: name).first?.state } }

    private final class Lines: Sendable {
        let stage = Mutex<IsolatedStage?>(nil)

        @Sendable func add(_ line: String) { stage.withLock(\.self)?.said.withLock { $0.append(line) } }
    }
}

/// The system's table of processes.
enum ProcessTable {
    /// Whether a process runs; a process that has ended and was not waited for does not.
    static func runs(_ process: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return text.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    /// The processes of isolated modules that a host has started.
    static func modules(of host: pid_t) -> [pid_t] {
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return all.filter { process in
            guard let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8) else {
                return false
            }
            return words.contains("\0\(IsolatedChild.word)\0\(host)\0") && runs(process)
        }
    }
}
