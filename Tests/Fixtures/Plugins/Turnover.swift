// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit
import Synchronization

/// The module that is reloaded: it answers a number with the number and its own version, after a moment in which it may be
/// replaced.
struct TurnoverModule: Module {
    #if SECOND
        static let version = Version(2)
    #else
        static let version = Version(1)
    #endif
    static let info = ModuleInfo(name: "Turnover", version: version, summary: "Is replaced")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    struct Answer: Codable { let number: Int, version: Int }

    func start() async throws {
        if getenv("TURNOVER").map({ String(cString: $0) }) == "fail \(Self.version.major)" { throw Trouble() }
    }

    struct Trouble: Error {}

    var routes: [Route] {
        Call("/turnover/:number<int>") { request in
            let number: Int = try request.parameters.value("number")
            _ = try await context.call("app://clients/hit/\(number)", as: Bool.self)
            await Task.yield()
            return Answer(number: number, version: Self.version.major)
        }
        Open("/turnover/page") { Page("Version \(Self.version.major)") {} }
    }
}

@c(switchboard_v1_Turnover)
public func turnover(_ handshake: UnsafeMutableRawPointer) -> CInt { export(TurnoverModule.self, to: handshake) }
