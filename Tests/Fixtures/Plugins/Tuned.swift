// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// A module that reports its settings.
struct TunedModule: Module {
    struct Settings: Codable {
        var city = "Shanghai"
        var limit = 10
        var token: String?
    }

    #if ISOLATED
        static let info = shared.isolated()
    #else
        static let info = shared
    #endif
    private static let shared = ModuleInfo("Tuned", "1.0", "Says its settings").settings(Settings(), sensitive: "token")

    private let settings: Settings

    init(context: ModuleContext) throws { settings = try context.configuration() }

    var routes: [Route] {
        Call("/tuned") { _ in "\(settings.city) \(settings.limit) \(settings.token ?? "none")" }
    }
}

@c(switchboard_v1_Tuned)
public func switchboardTuned(_ host: HostPointer) -> CInt { TunedModule.export(to: host) }
