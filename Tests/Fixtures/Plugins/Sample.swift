// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// A module of two versions, to be installed and updated.
struct SampleModule: Module {
    #if SECOND
        static let version = Version(2)
    #else
        static let version = Version(1)
    #endif
    static let info = ModuleInfo(name: "Sample", version: version, summary: "Says its version")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/sample/version") { "\(Self.version)" } }
}

@c(switchboard_v1_Sample)
public func switchboardSample(_ handshake: UnsafeMutableRawPointer) -> CInt { export(SampleModule.self, to: handshake) }
