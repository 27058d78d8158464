@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A redirected call` {
    private struct Moved: Resolver {
        let name = "moved"
        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            .redirect(to: "app://sum?new=1")
        }
        func canResolve(_ url: RouteURL) -> Availability { .undecided }
    }

    private static func table() throws -> Switchboard {
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [Moved()])
        let location = DeclarationSite(fileID: #fileID, line: #line)
        let sum = Route("/sum", verb: .call, access: .public, location: location) { request in
            let numbers = request.body == nil ? [] : try request.decode(as: [Int].self)
            let words = request.parameters.items.map(\.name) + ["\(request.origin)", "\(request.verb)"]
            return .value(Payload(["\(numbers.reduce(0, +))"] + words))
        }
        let old = Route("/old", verb: .call, access: .public, location: location) { _ in .redirect(to: "app://older") }
        let older = Route("/older", verb: .call, access: .public, location: location) { _ in
            .redirect(to: "app://sum?new=1")
        }
        try mediator.register([sum, old, older], owner: "Numbers")
        return mediator
    }

    /// A redirect by two routes, and a redirect by a resolver.
    @Test(arguments: ["app://old?old=1", "app://gone?old=1"])
    func `a redirected call keeps its body, origin and verb, and has the parameters of the new URL`(_ url: String)
        async throws
    {
        let mediator = try Self.table()
        let answer = try await mediator.call(
            RouteURL(url), body: Payload([1, 2, 4]), as: [String].self, origin: .external)
        #expect(answer == ["7", "new", "an external caller", "call"])
        #expect(try await mediator.call(RouteURL(url), as: [String].self, origin: .external).first == "0")
    }
}
