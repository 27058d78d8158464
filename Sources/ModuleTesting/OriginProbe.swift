@_spi(Host) public import ModuleKit
import Synchronization

/// Asks public routes as an outsider, with a URL in each of their parameters, and notes those that ask for that URL as
/// their module.
///
/// Each noted route has the fault for certain. The probe misses a route that needs a value or another module that is not there,
/// and one that reads the URL from a parameter of an unusual name without declaring it.
@_spi(Host) public final class OriginProbe: MediationObserver {
    private struct State {
        /// The URL that is given to the route under test.
        var given = ""
        var openedAsModule = false
    }

    /// The time limit of all routes together; a step of the check has more.
    private static let limit: Duration = .seconds(2)
    /// The usual names of parameters with a URL, for handlers that do not declare their parameters.
    private static let names = [
        "url", "uri", "link", "href", "target", "to", "next", "continue", "redirect", "return", "goto", "path", "page",
    ]

    private let state = Mutex(State())

    /// `true`.
    public let wantsTraces = true

    /// Creates a probe; a mediator needs it as its observer.
    public init() {}

    /// Notes a request for the given URL.
    public func requestEnded(_ trace: Trace) {
        guard case .module = trace.origin else { return }
        state.withLock { state in
            if trace.url == state.given { state.openedAsModule = true }
        }
    }

    /// Returns the patterns of the routes that open a given URL as their module, and the number of tested routes.
    public func run(_ mediator: Switchboard) async -> (doors: [String], count: Int) {
        let end = ContinuousClock.now + Self.limit
        var (doors, count): ([String], Int) = ([], 0)
        for route in mediator.outlines where route.isWritable && route.description.access == .public {
            let left = end - ContinuousClock.now
            guard left > .zero else { break }
            let given = "switchboard-probe://given/\(count)"
            let url = Self.url(of: route, given: given)
            guard url.isValid else { continue }
            state.withLock { $0 = State(given: given) }
            await ask(url, route.description.verb, of: mediator, within: left)
            if state.withLock(\.openedAsModule) { doors.append(route.description.pattern) }
            count += 1
        }
        return (doors, count)
    }

    /// Asks a route; the outcome does not matter.
    private func ask(_ url: RouteURL, _ verb: Request.Verb, of mediator: Switchboard, within limit: Duration) async {
        let options = RequestOptions(deadline: min(limit, .milliseconds(500)))
        switch verb {
        case .open: _ = try? await mediator.open(url, origin: .external, options: options)
        case .call: _ = try? await mediator.call(url, origin: .external, options: options)
        @unknown default: break
        }
    }

    /// Returns the URL of a route with the given URL in place of each text.
    private static func url(of route: RouteOutline, given: String) -> RouteURL {
        var values = (route.path + route.query).map { parameter in
            QueryItem(name: parameter.name, value: parameter.shape.example(text: given) ?? "")
        }
        let named = Set(values.map(\.name))
        values += names.filter { !named.contains($0) }.map { QueryItem(name: $0, value: given) }
        return RouteURL(matching: route.pattern, QueryItems(values))
    }
}
