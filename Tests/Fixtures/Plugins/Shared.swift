// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Compiled twice, into two libraries: that is the mistake.
public protocol SharedService: Sendable {}

struct SharedModule: Module {
    #if FIRST
        static let info = ModuleInfo(name: "FirstShared", version: Version(1), summary: "Has a protocol")
    #else
        static let info = ModuleInfo(name: "SecondShared", version: Version(1), summary: "Has the same protocol")
    #endif
    init(context: ModuleContext) {}
    var routes: [Route] { Open("/\(Self.info.name)") { _ in Page("") {} } }
}

#if FIRST
    @c(switchboard_v1_FirstShared)
    public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(SharedModule.self, to: handshake) }
#else
    @c(switchboard_v1_SecondShared)
    public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(SharedModule.self, to: handshake) }
#endif
