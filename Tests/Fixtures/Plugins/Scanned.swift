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
    static let info = ModuleInfo(name: name, version: Version(1), summary: "process \(getpid())")
    init(context: ModuleContext) {}
    var routes: [Route] {}
}

#if OTHER
    @c(switchboard_v1_Scannable)
    public func switchboardScannable(_ handshake: UnsafeMutableRawPointer) -> CInt {
        export(ScannedModule.self, to: handshake)
    }
#else
    @c(switchboard_v1_Scanned)
    public func switchboardScanned(_ handshake: UnsafeMutableRawPointer) -> CInt {
        export(ScannedModule.self, to: handshake)
    }
#endif
