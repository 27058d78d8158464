// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Fails at the step in the variable STUMBLE, or, because scans and checks do not have this variable, at the step in
/// the name of its Swift module after `Stumbler_`.
struct StumblerModule: Module {
    #if EAGER
        static let info = ModuleInfo("Stumbler", "1.0", "Stumbles").startsWithHost()
    #else
        static let info = ModuleInfo("Stumbler", "1.0", "Stumbles")
    #endif

    let context: ModuleContext

    init(context: ModuleContext) throws {
        self.context = context
        try Self.stumble(at: "make")
    }

    func start() async throws {
        try Self.stumble(at: "start")
        if Self.isAt("wait") { try await Task.sleep(for: .seconds(60)) }
    }

    func stop() async { try? Self.stumble(at: "stop") }

    var routes: [Route] {
        Open("/stumbler") { _ in Page("") {} }
        Open(
            "/stumbler/share/:count<int>", taking: Share.self, Request.self,
            access: Self.isAt("share privately") ? .modules : .public
        ) {
            share, request -> Response in
            // A redirect, or an open on behalf of the request, does not give the caller more rights.
            if Self.isAt("share again") { return .redirect(to: share.with) }
            let context = Self.isAt("share on behalf") ? context.onBehalf(of: request) : context
            if share.count == 1, Self.isAt("share") { try await context.open(share.with) }
            if Self.isAt("share on behalf") || Self.isAt("share privately") { try await context.open(share.with) }
            return .done
        }
        Call("/stumbler/look", access: .public) { (request: Request) -> Int in
            guard Self.isAt("look") else { return 0 }
            return try await context.call(RouteURL(request.parameters["next"] ?? ""), as: Int.self)
        }
        Open("/stumbler/trip/:url") { (request: Request) -> Page in
            try Self.stumble(at: "trip")
            return Page("") {}
        }
        Call("/stumbler/weigh/:weight") { (_: Request) -> Int in
            try Self.stumble(at: "weigh")
            return 0
        }
        if Self.isAt("routes") { Open("/stumbler") { _ in Page("") {} } }
        if Self.isAt("share a rest") {
            Open("/stumbler/rest/:id<uuid>/*url") { (request: Request) -> Response in
                try await context.open(RouteURL("/" + (request.parameters["url"] ?? "")))
                return .done
            }
        }
        if Self.isAt("share elsewhere") { Open("https://*/stumbler") { _ in Page("") {} } }
        if Self.isAt("send") {
            Open("/stumbler/send") { _ in
                Page("P") {
                    Form("Search", sending: "search") { TextField("q") }
                    Action("Clear", sending: "clear")
                    Container("own", receiving: { (_: String) in }) { Action("Sort", sending: "sort") }
                }
            }
        }
    }

    private static func stumble(at step: String) throws {
        if isAt(step) { throw Trouble() }
        if isAt(step + " crash") { fatalError("stumbled") }
        if isAt(step + " hang") { while true { pause() } }
        if isAt(step + " spin") { while true {} }
        if isAt(step + " exit") { exit(9) }
        if isAt(step + " kill") { kill(getpid(), SIGKILL) }
    }

    private static func isAt(_ step: String) -> Bool {
        let built = "\(#fileID)".prefix { $0 != "/" }.dropFirst("Stumbler_".count).split(separator: "_")
        return (getenv("STUMBLE").map { String(cString: $0) } ?? built.joined(separator: " ")) == step
    }

    struct Trouble: Error {}
    struct Share: Decodable, Sendable {
        let with: RouteURL
        let count: Int
    }
}

@c(switchboard_v1_Stumbler)
public func entry(_ host: HostPointer) -> CInt { StumblerModule.export(to: host) }
