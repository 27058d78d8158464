@_spi(Host) import ModuleTesting

/// A mediator for tests, whose routes answer calls with their own pattern and parameters.
struct Board {
    let mediator: Switchboard
    let navigator = RecordingNavigator()

    init(_ patterns: String..., resolvers: [any Resolver] = []) throws {
        mediator = Switchboard(navigator: navigator, resolvers: resolvers)
        try mediator.register(patterns.map(Self.echo), owner: "Echo")
    }

    /// The answer of the matched route: its pattern and parameters, such as `/rent/:id id=42`.
    func call(_ url: String, origin: Origin = .shell) async throws(RequestError) -> String {
        try await mediator.call(RouteURL(url), as: String.self, origin: origin)
    }

    static func echo(_ pattern: String) -> Route {
        Call(pattern) { request in
            ([pattern] + request.parameters.items.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        }.routes[0]
    }
}
