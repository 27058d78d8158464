@testable import Translation

extension Answer {
    /// Returns the first difference from the case: the route, a parameter or the query's items; `nil` if there is none.
    func fault(for peerCase: PeerCase) throws -> String? {
        let expected = peerCase.expect
        guard isRoute(expected.pattern ?? "", expected.scheme) else { return "\(route.source) answered" }
        let dialect = try peerCase.dialect
        let found = parameters(dialect)
        let wanted = expected.params ?? [:]
        for (name, value) in wanted where found[name] != value {
            return "\(name) is \(String(describing: found[name]))"
        }
        let others = Set(found.keys).subtracting(wanted.keys).subtracting(route.added)
        if expected.isExact == true, !others.isEmpty { return "\(others.sorted()) besides" }
        if let items = expected.items, items != query { return "the query is \(query)" }
        return nil
    }

    /// The parameters as the other router passes them: some routers include the query's and the caller's parameters.
    private func parameters(_ dialect: Dialect) -> [String: Value] {
        var all = path
        if [.urlNavigator, .alicerce].contains(dialect) { return all }
        for item in query where path[item[0]] == nil {
            let values = query.filter { $0[0] == item[0] }.map { $0[1] }
            all[item[0]] = values.count == 1 ? .text(values[0]) : .list(values)
        }
        if dialect == .mgjRouter { all["MGJRouterParameterUserInfo"] = .object(userInfo) }
        return dialect == .jlRoutes ? all.merging(userInfo) { $1 } : all
    }

    /// Whether the case names this route: JLRoutes names the form without groups, and the table's scheme separately;
    /// CTMediator names the action.
    private func isRoute(_ pattern: String, _ scheme: String?) -> Bool {
        if [route.source, Dialect.withSlash(Dialect.firstWord(route.source))].contains(pattern) { return true }
        if case .text(let action)? = path["action"] {
            return route.source.replacing("*", with: action.replacing("/", with: "")) == pattern
        }
        let line = Dialect.table(of: route.source)
        guard scheme == nil || scheme == line.scheme ?? "JLRoutesGlobalRoutesScheme" else { return false }
        return Self.forms(of: line.path).contains(pattern)
    }

    /// The pattern with and without each of its groups.
    private static func forms(of pattern: String) -> [String] {
        guard let group = pattern.firstMatch(of: /\(([^()]*)\)/) else { return [pattern] }
        return [String(group.1), ""].flatMap { part in
            forms(of: pattern.replacing(group.0, with: part, maxReplacements: 1))
        }
    }
}
