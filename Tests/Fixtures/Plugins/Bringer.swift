// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Needs a library that it bundles. It is built under three names: all need the same library, and one of them needs a
/// later build of it.
#if NEWER
    @_silgen_name("brought_other") func broughtNumber() -> CInt
#else
    @_silgen_name("brought_number") func broughtNumber() -> CInt
#endif

struct BringerModule: Module {
    #if FIRST
        static let name = "FirstBringer"
    #elseif NEWER
        static let name = "NewerBringer"
    #else
        static let name = "SecondBringer"
    #endif
    static let info = ModuleInfo(name, "1.0", "Brings a library along")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/\(Self.name)/number") { _ in broughtNumber() } }
}

#if FIRST
    @c(switchboard_v1_FirstBringer)
    public func entry(_ host: HostPointer) -> CInt { BringerModule.export(to: host) }
#elseif NEWER
    @c(switchboard_v1_NewerBringer)
    public func entry(_ host: HostPointer) -> CInt { BringerModule.export(to: host) }
#else
    @c(switchboard_v1_SecondBringer)
    public func entry(_ host: HostPointer) -> CInt { BringerModule.export(to: host) }
#endif
