@_spi(Host) public import ModuleKit
import Synchronization

/// A probe that finds public routes that request an external caller's URL in the name of their own module.
///
/// Such a route reads the URL from a parameter and does not use `onBehalf(of:)`. A reported route certainly has this
/// fault. The probe misses routes that need an unavailable value or module, and routes that read the URL from an
/// undeclared parameter with an unusual name. A wildcard receives a path, not a URL, as its value.
@_spi(Host) public final class OriginProbe: MediationObserver {
    private struct State {
        /// The pattern of the route under test, and the URL that the probe passes in the route's parameters.
        var pattern = "", given = ""
        var wasReached = false
        var openedAsModule = false
    }

    /// The URLs that a handler can make from a wildcard's sample value, the path `example/of/a/path`.
    private static let rests = ["app:/", ""].map { $0 + "/example/of/a/path" }

    /// The time limit for all routes together; it must be shorter than the limit for a step of the host's check.
    private static let limit: Duration = .seconds(2)
    /// The usual names of URL parameters, for handlers that do not declare their parameters.
    private static let names = [
        "url", "uri", "link", "href", "target", "to", "next", "continue", "redirect", "return", "goto", "path", "page",
    ]

    private let state = Mutex(State())

    /// Whether the probe receives traces: `true`.
    public let wantsTraces = true

    /// Creates a probe, which must be the observer of the mediator under test.
    public init() {}

    /// Records whether the route was reached, and whether its module requested the given URL.
    public func requestEnded(_ trace: Trace) {
        let reached = trace.steps.compactMap { if case .handler(let route, _) = $0.stage { route } else { nil } }
        state.withLock { state in
            if reached.contains(state.pattern) { state.wasReached = true }
            let isGiven = trace.url == state.given || Self.rests.contains(trace.url)
            if isGiven, case .module = trace.origin { state.openedAsModule = true }
        }
    }

    /// Tests the public routes; returns the patterns of routes with the fault, of unreached routes, and of all public
    /// routes.
    public func run(_ mediator: Switchboard) async -> (doors: [String], untested: [String], all: [String]) {
        let end = ContinuousClock.now + Self.limit
        var (doors, untested, all): ([String], [String], [String]) = ([], [], [])
        var samples: [String: [RouteSample]] = [:]
        for route in mediator.outlines where route.description.access == .public {
            let (pattern, given) = (route.description.pattern, "switchboard-probe://given/\(all.count)")
            state.withLock { $0 = State(pattern: pattern, given: given) }
            let owner = route.description.owner
            let own = samples[owner] ?? mediator.samples(of: owner)
            samples[owner] = own
            for url in Self.urls(of: route, own, given: given) where !state.withLock(\.wasReached) && url.isValid {
                let left = end - ContinuousClock.now
                if left > .zero { await ask(url, route.description.verb, of: mediator, within: left) }
            }
            let (isDoor, wasReached) = state.withLock { ($0.openedAsModule, $0.wasReached) }
            if isDoor { doors.append(pattern) }
            if !wasReached { untested.append(pattern) }
            all.append(pattern)
        }
        return (doors, untested, all)
    }

    /// Sends a request to a route and ignores the outcome.
    private func ask(_ url: RouteURL, _ verb: Request.Verb, of mediator: Switchboard, within limit: Duration) async {
        let options = RequestOptions(deadline: min(limit, .milliseconds(500)))
        switch verb {
        case .open: _ = try? await mediator.open(url, origin: .external, options: options)
        case .call: _ = try? await mediator.call(url, origin: .external, options: options)
        @unknown default: break
        }
    }

    /// Returns the URLs to request: the route's pattern filled with `given`, and the path of the route's valid sample,
    /// each with `given` in its query.
    private static func urls(of route: RouteOutline, _ samples: [RouteSample], given: String) -> [RouteURL] {
        func items(_ parameters: [RouteParameter]) -> [QueryItem] {
            parameters.map { QueryItem(name: $0.name, value: $0.shape.example(text: given) ?? "") }
        }
        let known = Set((route.path + route.query).map(\.name))
        let query = items(route.query) + names.filter { !known.contains($0) }.map { QueryItem(name: $0, value: given) }
        let sample = samples.first { $0.route == route.description }
        let path = sample.map { String($0.url.text.prefix { $0 != "?" }.trimmingPrefix("app:/")) }
        return [RouteURL(matching: route.pattern, QueryItems(items(route.path) + query))]
            + (path.map { [RouteURL(matching: $0, QueryItems(query))] } ?? [])
    }
}
