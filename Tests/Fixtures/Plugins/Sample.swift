// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// A module of two versions, to be installed and updated.
struct SampleModule: Module {
    #if SECOND
        static let version = Version(2)
    #else
        static let version = Version(1)
    #endif
    #if RENAMED
        static let name = "Example"
    #else
        static let name = "Sample"
    #endif
    #if ISOLATED
        static let isIsolated = true
    #else
        static let isIsolated = false
    #endif
    static let info = ModuleInfo(name: name, version: version, summary: "Says its version", isolated: isIsolated)
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/sample/version") { _ in "\(Self.version)" } }
}

#if RENAMED
    @c(switchboard_v1_Example)
    public func switchboardExample(_ handshake: UnsafeMutableRawPointer) -> CInt {
        export(SampleModule.self, to: handshake)
    }
#else
    @c(switchboard_v1_Sample)
    public func switchboardSample(_ handshake: UnsafeMutableRawPointer) -> CInt {
        export(SampleModule.self, to: handshake)
    }
#endif
