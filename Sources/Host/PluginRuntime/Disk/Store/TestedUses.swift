@_spi(Host) package import ModuleKit

/// The requests and events that the tests of an isolated module used, as a limit for the module.
package struct TestedUses: Sendable, Equatable, Codable {
    /// The routes of other modules, each as verb, module and pattern.
    package let routes: [String]
    /// The labels whose routes the module may find and request.
    package let labels: [String]
    /// The events that the module may publish.
    package let events: [String]
    /// Whether uses that were not tested are only reported, not refused.
    package let onlyReports: Bool

    package init(routes: [String], labels: [String], events: [String], onlyReports: Bool) {
        (self.routes, self.labels, self.events, self.onlyReports) = (routes, labels, events, onlyReports)
    }

    /// Returns the route that answers a URL (its module and name) and the names of its labels; `nil` if there is none.
    package static func route(
        of url: RouteURL, _ mediator: Switchboard
    ) -> (module: String, name: String, labels: [String])? {
        guard let found = (try? mediator.explain(url, near: false))?.routes.candidates.first else { return nil }
        return (found.owner, "\(found.owner) \(found.pattern)", found.labels?.map(\.name) ?? [])
    }

    /// Whether a module may request a URL with at least one of the verbs: the route is the module's own, was tested
    /// with the verb, or has a tested label.
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
        return onlyReports ? "untested uses are reported" : "it may use \(tested) of others, as tested"
    }
}
