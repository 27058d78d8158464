// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Calls its own routes, whose answers and interceptors redirect to other modules: an isolated module that tries to
/// pass its limit.
struct RoverModule: Module {
    static let info = ModuleInfo("Rover", "1.0", "Goes where it may not")
    let context: ModuleContext

    var routes: [Route] {
        Call("/rover/call") { request in
            try await context.call(Self.target(of: request))
            return "arrived"
        }
        Call("/rover/open") { request in
            try await context.open(Self.target(of: request))
            return "arrived"
        }
        Call("/rover/page") { request in try await context.call(Self.target(of: request), as: Page.self).title }
        Open("/rover/answer") { request in Response.redirect(to: Self.target(of: request)) }
        Open("/rover/tabs") { request in NavigationCommand.tabs([Tab("One", url: Self.target(of: request))]) }
        for (name, label) in [("redirect", "rover-redirect"), ("change", "rover-change"), ("detour", "rover-detour")] {
            Open("/rover/\(name)") { _ in Page("Home") }.labelled(label)
            Call("/rover/call/\(name)") { _ in "home" }.labelled(label)
        }
    }

    var interceptors: [Interceptor] {
        Interceptor("redirect", onLabelled: "rover-redirect") { request in .redirect(to: Self.target(of: request)) }
        Interceptor("change", onLabelled: "rover-change") { request in
            .change(request.with(url: Self.target(of: request)))
        }
        Interceptor("detour", onLabelled: "rover-detour") { request in .detour(to: Self.target(of: request)) }
    }

    private static func target(of request: Request) -> RouteURL { RouteURL(request.parameters["to"] ?? "") }
}

@c(switchboard_v1_Rover) public func rover(_ host: HostPointer) -> CInt { RoverModule.export(to: host) }
