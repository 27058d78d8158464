// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Has the process that read its declarations in its summary: as Scanned, and as Scannable with OTHER.
struct ScannedModule: Module {
    #if OTHER
        static let name = "Scannable"
    #else
        static let name = "Scanned"
    #endif
    static let info = ModuleInfo(name, "1.0", "process \(getpid())")
    init(context: ModuleContext) {}
    var routes: [Route] {}
}

#if OTHER
    @c(switchboard_v1_Scannable) public func scannable(_ host: HostPointer) -> CInt { ScannedModule.export(to: host) }
#else
    @c(switchboard_v1_Scanned) public func scanned(_ host: HostPointer) -> CInt { ScannedModule.export(to: host) }
#endif
