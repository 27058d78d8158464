@_spi(Host) import ModuleKit

/// A comparison of two lists of routes by their interceptors. An interceptor covers a route if it runs before the
/// route's handler.
struct GuardChanges {
    let old: RouteList
    let new: RouteList

    /// Returns the changes of the interceptors that cover a route. A lost interceptor makes the app less safe; a new
    /// interceptor may refuse a caller.
    func changes(from former: RouteList.Entry, to present: RouteList.Entry) -> [RouteChange] {
        let (before, after) = (old.reach(over: former), new.reach(over: present))
        return Set(before.keys).union(after.keys).sorted().compactMap { name in
            let (was, now) = (before[name, default: .none], after[name, default: .none])
            if was == now { return nil }
            let words =
                now == .none ? "no longer covers it" : now == .part ? "covers some of its URLs now" : "covers it now"
            return present.changed("the interceptor \(name) \(words)", now > was ? .breaking : .unsafe)
        }
    }

    /// Returns the interceptors that the URLs of a pattern have lost. They covered the former routes for these URLs,
    /// but do not cover the routes that match the URLs now.
    func losses(of former: [RouteList.Entry], at pattern: String) -> [RouteChange] {
        new.entries.filter { $0.overlaps(pattern) }.flatMap { now in
            let taken = RouteList.Entry(verb: now.verb, pattern: pattern, members: now.members)
            let lost = former.filter { $0.verb == now.verb }.flatMap { changes(from: $0, to: taken) }
            return lost.filter { $0.effect == .unsafe }.map {
                taken.changed("\(now.pattern) takes its URLs, and \($0.change)", .unsafe)
            }
        }
    }
}

extension RouteList {
    /// The share of a route's URLs that an interceptor covers.
    fileprivate enum Reach: Int, Comparable {
        case none, part, all

        static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }

    /// Returns the sorted names of the interceptors that run for one URL of a route.
    func interceptors(over entry: Entry, at url: RouteURL) -> [String] {
        guards.filter { interceptor in
            switch reach(of: interceptor, over: entry) {
            case .all: true
            case .none: false
            // The interceptor's pattern may match the sensitive value, which `***` replaces in the URL.
            case .part where url.text.contains("***"): true
            case .part: interceptor.patterns.contains { RoutePattern(listed: $0)?.parameters(of: url) != nil }
            }
        }.map(\.name).sorted()
    }

    fileprivate func reach(over entry: Entry) -> [String: Reach] {
        Dictionary(guards.map { ($0.name, reach(of: $0, over: entry)) }) { first, _ in first }
    }

    private func reach(of interceptor: InterceptorDescription, over entry: Entry) -> Reach {
        if let label = interceptor.label, entry.labels.contains(label) { return .all }
        if interceptor.label == nil, interceptor.patterns.isEmpty { return .all }
        guard let pattern = entry.parsed else { return .none }
        let own = interceptor.patterns.compactMap { RoutePattern(listed: $0) }
        if own.contains(where: { $0.covers(pattern) }) { return .all }
        return own.contains { $0.overlaps(pattern) } ? .part : .none
    }
}

/// A comparison of two lists of routes by their rewrites.
struct RewriteChanges {
    let guards: GuardChanges

    private var old: RouteList { guards.old }
    private var new: RouteList { guards.new }

    /// The changes that affect callers: a rewrite is gone or has another target, or a new one matches URLs of a route.
    var changes: [RouteChange] {
        let (former, present) = (old.rewrites.values.flatMap(\.self), new.rewrites.values.flatMap(\.self))
        let moved = former.flatMap { rewrite -> [RouteChange] in
            let same = present.filter { $0.pattern == rewrite.pattern }
            if same.contains(where: { $0.target == rewrite.target }) { return [] }
            let words = same.first.map { "it leads to \($0.target) instead of \(rewrite.target)" } ?? "it is gone"
            let isBreaking = same.first != nil || !new.entries.contains { $0.answers(rewrite.pattern) }
            let change = RouteChange(
                verb: "rewrite", pattern: rewrite.pattern, change: words, effect: isBreaking ? .breaking : .none)
            let targets = old.entries.filter { $0.overlaps(rewrite.target) }
            let losses = guards.losses(of: targets, at: same.first?.target ?? rewrite.pattern).map {
                RouteChange(verb: change.verb, pattern: change.pattern, change: $0.change, effect: .unsafe)
            }
            return [change] + losses
        }
        let added = present.filter { rewrite in !former.contains { $0.pattern == rewrite.pattern } }
        return moved + added.flatMap(taken)
    }

    private func taken(by rewrite: Rewrite) -> [RouteChange] {
        guard let pattern = RoutePattern(listed: rewrite.pattern) else { return [] }
        return new.entries.filter { entry in
            entry.parsed?.overlaps(pattern) == true
                && old.entries.contains { $0.pattern == entry.pattern && $0.verb == entry.verb }
        }
        .map {
            let part = pattern.covers($0.parsed ?? pattern) ? "its URLs lead" : "some of its URLs lead"
            return $0.changed("\(part) to \(rewrite.target) by the rewrite \(rewrite.pattern)", .breaking)
        }
    }
}

extension RouteList.Entry {
    /// Returns whether the route matches at least one URL of a pattern.
    fileprivate func overlaps(_ pattern: String) -> Bool {
        RoutePattern(listed: pattern).flatMap { other in parsed?.overlaps(other) } ?? false
    }

    /// Returns whether the route matches every URL of a pattern.
    fileprivate func answers(_ pattern: String) -> Bool {
        RoutePattern(listed: pattern).flatMap { other in parsed?.covers(other) } ?? false
    }

    /// Returns the route with renamed parameters in its types; `names` maps the present names to the new ones.
    func renamingParameters(_ names: [String: String]) -> Self {
        guard case .object(var schema)? = members["schema"], case .object(var parameters)? = schema["parameters"],
            case .object(let properties)? = parameters["properties"]
        else { return self }
        parameters["properties"] = .object(Dictionary(properties.map { (names[$0] ?? $0, $1) }) { first, _ in first })
        parameters["required"] = .array((parameters["required"]?.strings ?? []).map { .string(names[$0] ?? $0) })
        schema["parameters"] = .object(parameters)
        return Self(verb: verb, pattern: pattern, members: members.merging(["schema": .object(schema)]) { $1 })
    }
}

extension RoutePattern {
    /// Parses a pattern of a list of routes, which does not define the parameter types of modules.
    init?(listed text: String) {
        guard let pattern = try? RoutePattern(text, types: Self.unknownTypes(in: [text])) else { return nil }
        self = pattern
    }

    /// Returns substitutes for the unknown parameter types in the patterns. Only a module's code defines these types. A
    /// substitute accepts any text.
    static func unknownTypes(in patterns: [String]) -> [ParameterType] {
        Set(patterns.flatMap { $0.matches(of: /<(\w+)>/).map { String($0.1) } })
            .filter { (try? RoutePattern("/:value<\($0)>")) == nil }
            .map { ParameterType($0, characters: .any, length: 1...Int(UInt16.max)) }
    }
}
