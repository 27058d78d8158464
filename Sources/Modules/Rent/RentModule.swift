import ModuleKit

struct RentModule: Module {
    static let info = ModuleInfo(name: "Rent", version: Version(1), summary: "x")
    init(context: ModuleContext) {}
    var routes: [Route] {
        Open("/Rent/list") { Page("x") {} }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Rent)
public func switchboardRent(_ handshake: UnsafeMutableRawPointer) -> CInt { export(RentModule.self, to: handshake) }
