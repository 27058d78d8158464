// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Puts what moves a cursor or reorders text wherever a module can put text.
struct HostileModule: Module {
    static let escape = "\u{1B}[2J\u{9B}31m\u{202E}\u{7}"
    static let info = ModuleInfo(name: "Hostile", version: Version(1), summary: "Bad \(escape)")
    init(context: ModuleContext) {}

    struct Bad: Error, CustomStringConvertible { let description = "bad \(HostileModule.escape)\nsecond line" }

    var routes: [Route] {
        Open("/hostile/error") { () async throws -> Page in throw Bad() }
        Open("/hostile/refusal") { NavigationCommand.web(url: "javascript:\(Self.escape)") }
        Call("/hostile/value") { Self.escape }
    }
}

struct HostileStart: Module {
    static let info = ModuleInfo(name: "HostileStart", version: Version(1), summary: "Bad")
    init(context: ModuleContext) throws { throw HostileModule.Bad() }
    var routes: [Route] { Open("/hostile/start") { Page("") {} } }
}

@c(switchboard_v1_Hostile) public func a(_ h: UnsafeMutableRawPointer) -> CInt { export(HostileModule.self, to: h) }
@c(switchboard_v1_HostileStart) public func b(_ h: UnsafeMutableRawPointer) -> CInt { export(HostileStart.self, to: h) }
