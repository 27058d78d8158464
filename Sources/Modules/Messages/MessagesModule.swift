import ModuleKit

struct MessagesModule: Module {
    static let info = ModuleInfo(name: "Messages", version: Version(1), summary: "x")
    init(context: ModuleContext) {}
    var routes: [Route] {
        Open("/Messages/list") { Page("x") {} }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Messages)
public func switchboardMessages(_ handshake: UnsafeMutableRawPointer) -> CInt { export(MessagesModule.self, to: handshake) }
