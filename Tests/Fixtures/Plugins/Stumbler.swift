// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Stumbles at the step of its life that the variable STUMBLE names.
struct StumblerModule: Module {
    static let info = ModuleInfo(name: "Stumbler", version: Version(1), summary: "Stumbles")

    init(context: ModuleContext) throws { try Self.stumble(at: "make") }

    func start() async throws {
        try Self.stumble(at: "start")
        if Self.isAt("wait") { try await Task.sleep(for: .seconds(60)) }
    }

    func stop() async { try? Self.stumble(at: "stop") }

    var routes: [Route] {
        Open("/stumbler") { Page("") {} }
        if Self.isAt("routes") { Open("/stumbler") { Page("") {} } }
    }

    private static func stumble(at step: String) throws {
        if isAt(step) { throw Trouble() }
        if isAt(step + " crash") { fatalError("stumbled") }
        if isAt(step + " hang") { while true { pause() } }
        if isAt(step + " exit") { exit(9) }
        if isAt(step + " kill") { kill(getpid(), SIGKILL) }
    }

    private static func isAt(_ step: String) -> Bool { getenv("STUMBLE").map { String(cString: $0) } == step }

    struct Trouble: Error {}
}

@c(switchboard_v1_Stumbler)
public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(StumblerModule.self, to: handshake) }
