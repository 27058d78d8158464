@_spi(Host) package import ModuleKit

/// What an isolated module may ask for: what its tests asked for.
package struct TestedUses: Sendable, Equatable, Codable {
    /// The routes of other modules, each as verb, module and pattern.
    package let routes: [String]
    /// The labels whose routes it may find and ask.
    package let labels: [String]
    /// The events that it may publish.
    package let events: [String]
    /// Whether any other use is only reported.
    package let onlyReports: Bool

    package init(routes: [String], labels: [String], events: [String], onlyReports: Bool) {
        (self.routes, self.labels, self.events, self.onlyReports) = (routes, labels, events, onlyReports)
    }

    /// Returns the name of the route that answers a URL, and the names of its labels; `nil` if none does.
    package static func route(
        of url: RouteURL, _ mediator: Switchboard
    ) -> (module: String, name: String, labels: [String])? {
        guard let found = (try? mediator.explain(url, near: false))?.routes.candidates.first else { return nil }
        return (found.owner, "\(found.owner) \(found.pattern)", found.labels?.map(\.name) ?? [])
    }

    /// Whether a module may ask for a URL with one of some verbs: that of a route of its own, of a tested one, or of
    /// one with a tested label.
    func allow(_ url: RouteURL, _ verbs: [Request.Verb], of module: String, _ mediator: Switchboard) -> Bool {
        guard let route = Self.route(of: url, mediator) else { return false }
        return route.module == module || route.labels.contains(where: labels.contains)
            || verbs.contains { routes.contains("\($0) \(route.name)") }
    }
}

extension TestedUses: FrameRecord {
    static let form = FrameForm(nil) {
        TestedUses(routes: $0, labels: $1, events: $2, onlyReports: $3)
    } _: {
        ($0.routes, $0.labels, $0.events, $0.onlyReports)
    }
}

extension TestedUses: CustomStringConvertible {
    package var description: String {
        let counts = [(routes, "route"), (labels, "label"), (events, "event")].filter { !$0.0.isEmpty }.map {
            "\($0.count) \($1)\($0.count == 1 ? "" : "s")"
        }
        let tested = counts.isEmpty ? "nothing" : counts.joined(separator: ", ")
        return onlyReports ? "what its tests did not use is reported" : "it may use \(tested) of others, as tested"
    }
}
