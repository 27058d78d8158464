@_spi(Host) import ModuleTesting
import Testing

/// Routes with every access, which answer with the caller's origin.
private struct Rooms: Module {
    static let info = ModuleInfo("Rooms", "1.0", "Is asked")
    let context: ModuleContext

    var routes: [Route] {
        for access in [Access.public, .modules, .internal] {
            Open("/\(context.name)/page/\(access)", access: access) { Page("\($0.origin)") {} }
            Call("/\(context.name)/value/\(access)", access: access) { "\($0.origin)" }
            Call("/\(context.name)/sum/\(access)", access: access) { request in
                ["\(request.origin)", "\(try request.decode(as: [Int].self).reduce(0, +))"]
            }
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A module's context` {
    private let navigator = RecordingNavigator()
    private let mediator: Switchboard

    init() throws {
        mediator = Switchboard(navigator: navigator)
        for name in ["Asker", "Other"] { try mediator.register(Rooms(context: context(name)).routes, owner: name) }
    }

    private func context(_ name: String) -> ModuleContext { ModuleContext(name: name, mediator: mediator) }

    /// Another module's routes for everyone and for modules, and the module's internal routes.
    static let allowed = ["Other/KIND/public", "Other/KIND/modules", "Asker/KIND/internal"]

    @Test(arguments: allowed) func `a module's requests have the module as their origin`(_ path: String) async throws {
        let asker = context("Asker")
        func url(_ kind: String) -> RouteURL { RouteURL("/" + path.replacing("KIND", with: kind)) }
        try await asker.open(url("page"))
        #expect(navigator.page?.title == "module Asker")
        #expect(try await asker.call(url("value"), as: String.self) == "module Asker")
        #expect(try await asker.call(url("sum"), [1, 2, 4], as: [String].self) == ["module Asker", "7"])
        #expect(asker.availability(of: url("page")) == .yes)
        #expect(asker.availability(of: url("value"), for: .call) == .yes)
    }

    @Test func `a module cannot use another module's internal route`() async throws {
        let asker = context("Asker")
        let requests: [() async throws -> Void] = [
            { try await asker.open("/Other/page/internal") },
            { _ = try await asker.call("/Other/value/internal", as: String.self) },
            { _ = try await asker.call("/Other/sum/internal", [1], as: [String].self) },
        ]
        for request in requests {
            await #expect {
                try await request()
            } throws: { error in
                guard case .accessDenied(_, _, "Other", .internal, .module("Asker")) = (error as? RequestError)?.reason
                else {
                    return false
                }
                return true
            }
        }
        #expect(navigator.commands.isEmpty)
        #expect(asker.availability(of: "/Other/page/internal") == .no)
        #expect(asker.availability(of: "/Other/value/internal", for: .call) == .no)
    }

    /// Registers public routes that ask for the URL in their query, in the module's or in the caller's name.
    private func door(_ isOnBehalf: Bool) throws {
        let own = context("Asker")
        @Sendable func asker(_ request: Request) -> ModuleContext { isOnBehalf ? own.onBehalf(of: request) : own }
        @Sendable func given(_ request: Request) throws -> String { try request.parameters.value("url") }
        let routes = [
            Open("/door/open", access: .public) { (request: Request) async throws -> Response in
                try await asker(request).open(RouteURL(given(request)))
                return .done
            }.route,
            Call("/door/call", access: .public) { (request: Request) in
                try await asker(request).call(RouteURL(given(request)), as: String.self)
            }.route,
            Call("/door/refer", access: .public) { (request: Request) in
                try await asker(request).call(RouteURL(matching: given(request)), as: String.self)
            }.route,
            Call("/door/can", access: .public) { (request: Request) in
                "\(asker(request).availability(of: RouteURL(try given(request)), for: .call))"
            }.route,
        ]
        try mediator.register(routes, owner: "Door")
    }

    @Test func `on behalf of a request, a module reaches only routes that the caller may use`() async throws {
        try door(true)
        let callers: [(Origin, allowed: [String])] = [
            (.external, ["public"]), (.shell, ["public", "modules"]), (.module("Other"), ["public", "modules"]),
            (.module("Asker"), ["public", "modules", "internal"]),
        ]
        for (origin, allowed) in callers {
            for access in ["public", "modules", "internal"] {
                let isAllowed = allowed.contains(access)
                let value = "/Asker/value/\(access)"
                let opened = try? await mediator.open("/door/open?url=/Asker/page/\(access)", origin: origin)
                #expect((opened != nil) == isAllowed, "\(origin) \(access)")
                #expect(!isAllowed || navigator.page?.title == "\(origin)")
                for route in ["call", "refer"] {
                    let said = try? await mediator.call("/door/\(route)?url=\(value)", as: String.self, origin: origin)
                    #expect(said == (isAllowed ? "\(origin)" : nil))
                }
                let can = try await mediator.call("/door/can?url=\(value)", as: String.self, origin: origin)
                #expect(can == (isAllowed ? "yes" : "no"))
            }
        }
    }

    @Test func `a module that asks in its own name lets any caller reach its internal routes`() async throws {
        try door(false)
        let url = "/door/call?url=/Asker/value/internal"
        #expect(try await mediator.call(RouteURL(url), as: String.self, origin: .external) == "module Asker")
    }
}
