// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Modules that report on standard error when they start and stop; the second requires the first, the third clashes.
protocol WitnessModule: Module {
    static var name: String { get }
    static var requirements: [Requirement] { get }
    init(context: ModuleContext)
}

extension WitnessModule {
    static var info: ModuleInfo {
        requirements.reduce(ModuleInfo(name, "1.0", "Tells")) { $0.requires($1.module, $1.versions) }
    }
    static var requirements: [Requirement] { [] }
    func start() async throws { tell("start") }
    func stop() async { tell("stop") }

    private func tell(_ what: String) {
        let line = "\(what) \(Self.name)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

struct ZFirst: WitnessModule {
    static let name = "ZFirst"
    init(context: ModuleContext) {}
    var routes: [Route] {
        Open("/witness/page") { _ in Page("Links") { Link("inside", to: "app://witness/inside") } }
        Open("/witness/inside", access: .modules) { _ in Page("Inside") {} }
    }
}

struct ASecond: WitnessModule {
    static let name = "ASecond"
    static let requirements = [Requirement("ZFirst", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
    var routes: [Route] { Open("/second") { _ in Page("") {} } }
}

struct BClash: WitnessModule {
    static let name = "BClash"
    static let requirements = [Requirement("ASecond", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
    var routes: [Route] { Open("/second") { _ in Page("") {} } }
}

@c(switchboard_v1_ZFirst) public func a(_ host: HostPointer) -> CInt { ZFirst.export(to: host) }
@c(switchboard_v1_ASecond) public func b(_ host: HostPointer) -> CInt { ASecond.export(to: host) }
#if !WITHOUT_CLASH
    @c(switchboard_v1_BClash) public func c(_ host: HostPointer) -> CInt { BClash.export(to: host) }
#endif
