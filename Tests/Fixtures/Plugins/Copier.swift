// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Is compiled together with the sources of an interface, which it ought to link: that is the mistake.
struct Copier: Module {
    static let info = ModuleInfo("Copier", "1.0", "Has the interface in it")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/copier") { _ in 1 } }
}

@c(switchboard_v1_Copier)
public func entry(_ host: HostPointer) -> CInt { Copier.export(to: host) }
