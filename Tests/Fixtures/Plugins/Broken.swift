// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Modules that are wrong in a way that shows only when they run, several in one library beside one that is fine.
protocol BrokenModule: Module {
    static var name: String { get }
    static var requirements: [Requirement] { get }
}

extension BrokenModule {
    static var info: ModuleInfo {
        ModuleInfo(name: name, version: Version(1), summary: "Broken", requirements: requirements)
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
    static let requirements = [Requirement("Absent", from: Version(1))]
    init(context: ModuleContext) {}
}

struct NeedsNewer: BrokenModule {
    static let name = "NeedsNewer"
    static let requirements = [Requirement("Fine", from: Version(9))]
    init(context: ModuleContext) {}
}

struct NeedsFailed: BrokenModule {
    static let name = "NeedsFailed"
    static let requirements = [Requirement("FailsToStart", from: Version(1))]
    init(context: ModuleContext) {}
}

struct CycleA: BrokenModule {
    static let name = "CycleA"
    static let requirements = [Requirement("CycleB", from: Version(1))]
    init(context: ModuleContext) {}
}

struct CycleB: BrokenModule {
    static let name = "CycleB"
    static let requirements = [Requirement("CycleA", from: Version(1))]
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

/// Found after those that it comes before in the order of start, and needed by nobody.
struct Fine: BrokenModule {
    static let name = "Fine"
    init(context: ModuleContext) {}
}

struct NeedsFine: BrokenModule {
    static let name = "ANeedsFine"
    static let requirements = [Requirement("Fine", from: Version(1))]
    init(context: ModuleContext) {}
}

@c(switchboard_v1_FailsToMake) public func a(_ h: UnsafeMutableRawPointer) -> CInt { export(FailsToMake.self, to: h) }
@c(switchboard_v1_FailsToStart) public func b(_ h: UnsafeMutableRawPointer) -> CInt { export(FailsToStart.self, to: h) }
@c(switchboard_v1_OtherName) public func c(_ h: UnsafeMutableRawPointer) -> CInt { export(OtherName.self, to: h) }
@c(switchboard_v1_NeedsAbsent) public func d(_ h: UnsafeMutableRawPointer) -> CInt { export(NeedsAbsent.self, to: h) }
@c(switchboard_v1_NeedsNewer) public func e(_ h: UnsafeMutableRawPointer) -> CInt { export(NeedsNewer.self, to: h) }
@c(switchboard_v1_NeedsFailed) public func f(_ h: UnsafeMutableRawPointer) -> CInt { export(NeedsFailed.self, to: h) }
@c(switchboard_v1_CycleA) public func g(_ h: UnsafeMutableRawPointer) -> CInt { export(CycleA.self, to: h) }
@c(switchboard_v1_CycleB) public func i(_ h: UnsafeMutableRawPointer) -> CInt { export(CycleB.self, to: h) }
@c(switchboard_v1_Clash) public func j(_ h: UnsafeMutableRawPointer) -> CInt { export(Clash.self, to: h) }
@c(switchboard_v1_BadPattern) public func k(_ h: UnsafeMutableRawPointer) -> CInt { export(BadPattern.self, to: h) }
@c(switchboard_v1_Fine) public func l(_ h: UnsafeMutableRawPointer) -> CInt { export(Fine.self, to: h) }
@c(switchboard_v1_ANeedsFine) public func m(_ h: UnsafeMutableRawPointer) -> CInt { export(NeedsFine.self, to: h) }
