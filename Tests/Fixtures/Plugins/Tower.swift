// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Crashes in a route of its own, and requires a module that does not.
struct TowerModule: Module {
    static let info = ModuleInfo(
        name: "Tower", version: Version(1), summary: "Falls", requirements: [Requirement("Rent", from: Version(1))])

    init(context: ModuleContext) {}

    var routes: [Route] { Call("/tower/fall") { () -> Int in abort() } }
}

@c(switchboard_v1_Tower)
public func exportTower(_ handshake: UnsafeMutableRawPointer) -> CInt { export(TowerModule.self, to: handshake) }
