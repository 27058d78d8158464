import ModuleKit
import Synchronization

/// The examples of `Documentation/Mediation.md`, as a module that runs.
struct GuideModule: Module {
    static let info = ModuleInfo("Guide", "1.0", "The examples of a guide")

    struct Draft: Codable, Sendable { let text: String }
    struct Receipt: Codable, Sendable { let id: Int }
    struct Share: Codable, Sendable { let url: RouteURL }
    struct City: Codable, Sendable { let name: String }

    /// The requested URLs.
    final class Log: Sendable {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock(\.self) }
        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    let log = Log()
    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var interceptors: [Interceptor] {
        Interceptor("log", before: ["Account.session"])
            .afterwards { request, outcome in
                log.add("\(request.url)")
                return outcome
            }
    }

    var rewrites: [Rewrite] {
        Rewrite("/home/:id", to: "/rent/:id").deprecated(from: "2027-01-01")
    }

    var routes: [Route] {
        Open("/guide/share", taking: Share.self, Request.self) { share, request -> Response in
            try await context.onBehalf(of: request).open(share.url)
            return .done
        }
        Call("/guide/results", taking: Draft.self) { draft in try await results(draft) }
    }

    private func results(_ draft: Draft) async throws -> [String] {
        var found: [String] = []
        let receipt = try await context.call("app://messages/send", draft, as: Receipt.self)
        let city = try await context.open("app://city/picker", awaiting: City.self)  // nil: left without one
        for try await price in try await context.stream("app://rent/prices", of: Int.self) { found.append("\(price)") }
        return found + ["\(receipt.id)", city?.name ?? "nowhere"]
    }
}
