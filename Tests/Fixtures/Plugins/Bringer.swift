// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Needs a library that it brings along; built twice under two names, both need the same one.
@_silgen_name("brought_number") func broughtNumber() -> CInt

struct BringerModule: Module {
    #if FIRST
        static let name = "FirstBringer"
    #else
        static let name = "SecondBringer"
    #endif
    static let info = ModuleInfo(name: name, version: Version(1), summary: "Brings a library along")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/\(Self.name)/number") { broughtNumber() } }
}

#if FIRST
    @c(switchboard_v1_FirstBringer)
    public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(BringerModule.self, to: handshake) }
#else
    @c(switchboard_v1_SecondBringer)
    public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(BringerModule.self, to: handshake) }
#endif
