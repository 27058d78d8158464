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
    static let info = isIsolated ? shared.isolated() : shared
    private static let shared = ModuleInfo(name, version, "Says its version")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/sample/version") { _ in "\(Self.version)" } }
}

#if RENAMED
    @c(switchboard_v1_Example)
    public func switchboardExample(_ host: HostPointer) -> CInt { SampleModule.export(to: host) }
#else
    @c(switchboard_v1_Sample)
    public func switchboardSample(_ host: HostPointer) -> CInt { SampleModule.export(to: host) }
#endif
