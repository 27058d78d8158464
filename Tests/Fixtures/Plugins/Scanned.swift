// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Has the process that read its declarations in its summary. It is called Scanned, and Scannable with OTHER. With
/// CLASH, it has a route of Sample.
struct ScannedModule: Module {
    #if OTHER
        static let name = "Scannable"
    #else
        static let name = "Scanned"
    #endif
    static let info = ModuleInfo(name, "1.0", "process \(getpid())")
    init(context: ModuleContext) {}
    #if CLASH
        var routes: [Route] { Call("/sample/version") { _ in "mine" } }
    #else
        var routes: [Route] {}
    #endif
}

#if OTHER
    @c(switchboard_v1_Scannable) public func scannable(_ host: HostPointer) -> CInt { ScannedModule.export(to: host) }
#else
    @c(switchboard_v1_Scanned) public func scanned(_ host: HostPointer) -> CInt { ScannedModule.export(to: host) }
#endif
