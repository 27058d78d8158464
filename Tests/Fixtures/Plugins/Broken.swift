// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Modules with faults that appear only when they run, several of them in one library with a valid module.
protocol BrokenModule: Module {
    static var name: String { get }
    static var requirements: [Requirement] { get }
}

extension BrokenModule {
    static var info: ModuleInfo {
        requirements.reduce(ModuleInfo(name, "1.0", "Broken")) { $0.requires($1.module, $1.versions) }
    }
    static var requirements: [Requirement] { [] }
    @RoutesBuilder var routes: [Route] { Open("/\(Self.name)") { _ in Page(Self.name) {} } }
}

struct Trouble: Error {}

struct FailsToMake: BrokenModule {
    static let name = "FailsToMake"
    init(context: ModuleContext) throws { throw Trouble() }
}

struct FailsToStart: BrokenModule {
    static let name = "FailsToStart"
    init(context: ModuleContext) {}
    func start() async throws { throw Trouble() }
}

struct OtherName: BrokenModule {
    static let name = "SomethingElse"
    init(context: ModuleContext) {}
}

struct NeedsAbsent: BrokenModule {
    static let name = "NeedsAbsent"
    static let requirements = [Requirement("Absent", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
}

struct NeedsNewer: BrokenModule {
    static let name = "NeedsNewer"
    static let requirements = [Requirement("Fine", "9.0"..<"10.0")]
    init(context: ModuleContext) {}
}

struct NeedsFailed: BrokenModule {
    static let name = "NeedsFailed"
    static let requirements = [Requirement("FailsToStart", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
}

struct CycleA: BrokenModule {
    static let name = "CycleA"
    static let requirements = [Requirement("CycleB", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
}

struct CycleB: BrokenModule {
    static let name = "CycleB"
    static let requirements = [Requirement("CycleA", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
}

struct Clash: BrokenModule {
    static let name = "Clash"
    init(context: ModuleContext) {}
    var routes: [Route] {
        Open("/clash") { _ in Page("") {} }
        Open("/Fine") { _ in Page("") {} }
    }
}

struct BadPattern: BrokenModule {
    static let name = "BadPattern"
    init(context: ModuleContext) {}
    var routes: [Route] { Open("/a/:") { _ in Page("") {} } }
}

/// Is found after the modules that start after it.
struct Fine: BrokenModule {
    static let name = "Fine"
    init(context: ModuleContext) {}
}

struct NeedsFine: BrokenModule {
    static let name = "ANeedsFine"
    static let requirements = [Requirement("Fine", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
}

@c(switchboard_v1_FailsToMake) public func a(_ host: HostPointer) -> CInt { FailsToMake.export(to: host) }
@c(switchboard_v1_FailsToStart) public func b(_ host: HostPointer) -> CInt { FailsToStart.export(to: host) }
@c(switchboard_v1_OtherName) public func c(_ host: HostPointer) -> CInt { OtherName.export(to: host) }
@c(switchboard_v1_NeedsAbsent) public func d(_ host: HostPointer) -> CInt { NeedsAbsent.export(to: host) }
@c(switchboard_v1_NeedsNewer) public func e(_ host: HostPointer) -> CInt { NeedsNewer.export(to: host) }
@c(switchboard_v1_NeedsFailed) public func f(_ host: HostPointer) -> CInt { NeedsFailed.export(to: host) }
@c(switchboard_v1_CycleA) public func g(_ host: HostPointer) -> CInt { CycleA.export(to: host) }
@c(switchboard_v1_CycleB) public func i(_ host: HostPointer) -> CInt { CycleB.export(to: host) }
@c(switchboard_v1_Clash) public func j(_ host: HostPointer) -> CInt { Clash.export(to: host) }
@c(switchboard_v1_BadPattern) public func k(_ host: HostPointer) -> CInt { BadPattern.export(to: host) }
@c(switchboard_v1_Fine) public func l(_ host: HostPointer) -> CInt { Fine.export(to: host) }
@c(switchboard_v1_ANeedsFine) public func m(_ host: HostPointer) -> CInt { NeedsFine.export(to: host) }
