import ModuleKit

struct AccountModule: Module {
    static let info = ModuleInfo(name: "Account", version: Version(1), summary: "x")
    init(context: ModuleContext) {}
    var routes: [Route] {
        Open("/Account/list") { Page("x") {} }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Account)
public func switchboardAccount(_ handshake: UnsafeMutableRawPointer) -> CInt { export(AccountModule.self, to: handshake) }
