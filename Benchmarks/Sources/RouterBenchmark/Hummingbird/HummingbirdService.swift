import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The router of Hummingbird with two middlewares and a route with a typed parameter, called without a server.
struct HummingbirdService {
    struct Context: RequestContext {
        struct Source: RequestContextSource {
            let logger: Logger
        }

        var coreContext: CoreRequestContextStorage

        init(source: Source) { coreContext = .init(source: source) }
    }

    private struct Guard: RouterMiddleware {
        func handle(
            _ request: Hummingbird.Request, context: Context,
            next: @concurrent (Hummingbird.Request, Context) async throws -> Hummingbird.Response
        ) async throws -> Hummingbird.Response {
            guard !request.uri.path.isEmpty else { throw BareRefusal() }
            return try await next(request, context)
        }
    }

    private let responder: RouterResponder<Context>
    private let source = Context.Source(logger: Logger(label: "benchmark"))

    init() {
        let router = Hummingbird.Router(context: Context.self)
        router.add(middleware: Guard())
        router.add(middleware: Guard())
        router.get("/messages/list") { _, _ in "" }
        router.get("/rent/:id") { _, context in String(try context.parameters.require("id", as: Int.self)) }
        responder = router.buildResponder()
    }

    /// Returns the number in the path; the answer's length identifies it, so that no body has to be collected.
    func get(_ path: String) async throws -> Int {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        let request = Hummingbird.Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let response = try await responder.respond(to: request, context: Context(source: source))
        return response.body.contentLength == 2 ? UsersMediator.home : 0
    }
}
