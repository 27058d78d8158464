import Glibc
@_spi(Host) import ModuleKit
import Tables

/// Two requests that end with the same page, one from a route and one from a remote's cached answer, in alternating
/// rounds.
struct KeptAnswers {
    /// The maximum additional cost of the cached answer, in microseconds.
    private static let bar = 5.0
    private static let requests = 20_000
    private static let local = "app://local/shop"

    private let mediator: Switchboard
    private let url: String

    /// - Parameter url: a URL that only the resolver answers, with a page.
    init(resolver: any Resolver, url: String) async throws {
        guard case .page(let page)? = try await resolver.resolve(Question(try RouteURL(parsing: url))) else {
            throw Fault("\(resolver.name) does not answer \(url) with a page")
        }
        guard let kept = resolver.recall(Question(try RouteURL(parsing: url))), kept.freshFor ?? 0 > 0 else {
            throw Fault("\(resolver.name) lets its answer to \(url) not be kept")
        }
        mediator = Switchboard(navigator: IdleNavigator(), resolvers: [resolver])
        try mediator.register([Open("/local/shop") { _ in page }.route], owner: "Local")
        self.url = url
    }

    /// Returns the medians of the rounds and their difference, as lines.
    func run(rounds: Int) async throws -> String {
        var costs: (route: [Double], kept: [Double]) = ([], [])
        for _ in 0..<rounds {
            costs.route.append(try await cost(of: Self.local))
            costs.kept.append(try await cost(of: url))
        }
        let (route, kept) = (costs.route.median, costs.kept.median)
        let verdict = kept - route <= Self.bar ? "met" : "missed"
        return """
            a request that a route answers:           \(Number.fixed(route, 2)) µs
            a request that a kept answer answers:     \(Number.fixed(kept, 2)) µs
            more than the route:                      \(Number.fixed(kept - route, 2)) µs (bar 5.00: \(verdict))
            """
    }

    /// Returns the processor time of one request, in microseconds, which excludes other programs on the machine.
    private func cost(of url: String) async throws -> Double {
        let start = clock()
        for _ in 0..<Self.requests {
            guard try await mediator.open(RouteURL(url), origin: .shell).outcome == .shown else {
                throw Fault("\(url) was not shown")
            }
        }
        return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e6 / Double(Self.requests)
    }
}
