@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A mistake of a module` {
    struct Failure: Error {}
    struct Draft: Decodable, Sendable { let to: String }

    private static func scene(_ gate: TaskGate) throws -> Scene {
        let location = DeclarationSite(fileID: #fileID, line: #line)
        let scene = try Scene([
            Call("/throws") { (_: Request) throws -> Int in throw Failure() }.route,
            Call("/hangs") { (_: Request) async -> Int in
                await gate.pass()
                return 0
            }.route,
            Route("/page", verb: .call, access: .public, location: location) { _ in .page(Page("Page")) },
            Route("/value", verb: .open, access: .public, location: location) { _ in .value(Payload(7)) },
            Call("/draft", taking: Draft.self) { draft in draft.to }.route,
        ])
        try scene.register(
            interceptors: [Interceptor("loop", on: "/loop") { _ in .redirect(to: "app://loop") }], owner: "Guard")
        return scene
    }

    /// A request with its body, the error's code, and parts of its message.
    static let rows: [(verb: Request.Verb, url: String, body: String?, error: String, says: [String])] = [
        (.call, "app://throws", nil, "handlerFailed", ["Rent's route /throws failed", "Failure()"]),
        (.call, "app://hangs", nil, "deadline", ["Rent's route /hangs did not end", "within 0.05 s"]),
        (.call, "app://page", nil, "unexpectedAnswer", ["Rent's route /page answered `call app://page` with a page"]),
        (.open, "app://value", nil, "unexpectedAnswer", ["Rent's route /value answered", "with a value"]),
        (.call, "app://loop", nil, "tooManyRedirects", ["by Guard's interceptor loop: app://loop → app://loop"]),
        (.call, "app://draft", #"{"to":7}"#, "handlerFailed", ["Rent's route /draft failed", "\"to\"", "a text"]),
        (.call, "app://draft", "[1]", "handlerFailed", ["Rent's route /draft failed", "the body is [1]", "Draft"]),
        (.call, "app://draft", nil, "handlerFailed", ["Rent's route /draft failed", "\"to\""]),
    ]

    @Test(arguments: rows) func `a module's mistake is one typed error that names module, route and stage`(
        _ row: (verb: Request.Verb, url: String, body: String?, error: String, says: [String])
    ) async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let mediator = try Self.scene(gate).mediator
        let options = row.error == "deadline" ? RequestOptions(deadline: .milliseconds(50)) : Scene.patient
        let body = try row.body.map { try Payload(json: Array($0.utf8)) }
        let error = try #require(
            await #expect(throws: RequestError.self) {
                switch row.verb {
                case .open: _ = try await mediator.open(RouteURL(row.url), origin: .shell, options: options)
                default: _ = try await mediator.call(RouteURL(row.url), body: body, origin: .shell, options: options)
                }
            })
        #expect(error.code.description == row.error)
        for part in row.says { #expect("\(error)".contains(part), "\(error)") }
    }

    @Test func `an event without subscribers is not reported as a mistake`() async throws {
        let scene = try Self.scene(TaskGate())
        let delivery = await scene.mediator.publish("rent.unheard", 7)
        #expect(delivery.count == 0 && delivery.failures.isEmpty && scene.observer.notes.isEmpty)
    }
}
