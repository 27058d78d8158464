// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Is compiled together with the sources of an interface, which it ought to link: that is the mistake.
struct Copier: Module {
    static let info = ModuleInfo(name: "Copier", version: Version(1), summary: "Has the interface in it")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/copier") { _ in 1 } }
}

@c(switchboard_v1_Copier)
public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(Copier.self, to: handshake) }
