// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Is compiled twice, into two libraries, by mistake.
public protocol SharedService: Sendable {}

struct SharedModule: Module {
    #if FIRST
        static let info = ModuleInfo("FirstShared", "1.0", "Has a protocol")
    #else
        static let info = ModuleInfo("SecondShared", "1.0", "Has the same protocol")
    #endif
    init(context: ModuleContext) {}
    var routes: [Route] { Open("/\(Self.info.name)") { _ in Page("") {} } }
}

#if FIRST
    @c(switchboard_v1_FirstShared)
    public func entry(_ host: HostPointer) -> CInt { SharedModule.export(to: host) }
#else
    @c(switchboard_v1_SecondShared)
    public func entry(_ host: HostPointer) -> CInt { SharedModule.export(to: host) }
#endif
