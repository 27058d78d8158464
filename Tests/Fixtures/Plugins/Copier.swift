// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Is compiled together with the sources of an interface, by mistake: it must link the interface.
struct Copier: Module {
    static let info = ModuleInfo("Copier", "1.0", "Has the interface in it")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/copier") { _ in 1 } }
}

@c(switchboard_v1_Copier)
public func entry(_ host: HostPointer) -> CInt { Copier.export(to: host) }
