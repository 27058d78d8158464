@_spi(Host) import ModuleKit

/// A difference between an earlier list of routes, or what the tests of a module stood on, and the present list.
struct RouteChange: Encodable {
    /// The module whose tests stood on the route.
    var module: String?
    let verb: String
    let pattern: String
    /// The difference in words.
    let change: String
    /// Whether a caller of the earlier route may fail now.
    let isBreaking: Bool
    /// Whether the schemas do not tell if the difference breaks a caller.
    var isUnsure = false

    private enum CodingKeys: String, CodingKey {
        case module, verb, pattern, change
        case isBreaking = "breaking"
    }

    var text: String {
        let kind = isBreaking ? "breaking" : isUnsure ? "unsure  " : "        "
        return "\(kind)  \(module.map { "\($0) stands on " } ?? "")\(verb) \(pattern): \(change)"
    }

    /// Returns the differences between two lists, the breaking ones first, then by pattern. `rewrites` are the present
    /// rewrites, which lead callers of a removed route to another one.
    static func all(from old: RouteList, to new: RouteList, rewrites: [RewriteDescription]) -> [RouteChange] {
        let (former, present) = (byName(old), byName(new))
        let removed = former.filter { present[$0.key] == nil }.map { removal(of: $0.value, rewrites) }
        let added = present.filter { former[$0.key] == nil }.map { $0.value.changed("it is new", isBreaking: false) }
        let changed = former.flatMap { name, entry in present[name].map { changes(from: entry, to: $0) } ?? [] }
        return (removed + added + changed).sorted {
            ($0.isBreaking ? 0 : 1, $0.pattern, $0.verb, $0.change) < (
                $1.isBreaking ? 0 : 1, $1.pattern, $1.verb, $1.change
            )
        }
    }

    private static func byName(_ list: RouteList) -> [String: RouteList.Entry] {
        Dictionary(list.entries.map { ("\($0.verb) \($0.pattern)", $0) }) { first, _ in first }
    }

    private static func removal(of entry: RouteList.Entry, _ rewrites: [RewriteDescription]) -> RouteChange {
        guard let rewrite = rewrites.first(where: { $0.pattern == entry.pattern }) else {
            return entry.changed("it is gone", isBreaking: true)
        }
        return entry.changed("it leads to \(rewrite.target) by a rewrite", isBreaking: false)
    }

    private static func changes(from old: RouteList.Entry, to new: RouteList.Entry) -> [RouteChange] {
        var changes = [access(from: old, to: new)].compactMap(\.self)
        if old["form"] != new["form"] { changes.append(new.changed("its answer has another form", isBreaking: true)) }
        if let (was, now) = differing("owner", old, new) {
            changes.append(new.changed("it moved from \(was) to \(now)", isBreaking: false))
        }
        if old["schema"] != nil, new["schema"] != nil {
            let none = JSONValue.object(["type": .string("object"), "properties": .object([:])])
            for (name, words) in [("parameters", "the parameter"), ("body", "the body's")] {
                changes += SchemaComparison(route: new, subject: words, isInput: true)
                    .changes(from: old.schema(name) ?? none, to: new.schema(name) ?? none)
            }
        }
        return changes + value(from: old, to: new)
    }

    private static func access(from old: RouteList.Entry, to new: RouteList.Entry) -> RouteChange? {
        guard let (was, now) = differing("access", old, new) else { return nil }
        let ranks = ["public": 0, "modules": 1, "internal": 2]
        return new.changed(
            "its access was \(was) and is \(now)", isBreaking: ranks[now, default: 0] > ranks[was, default: 0])
    }

    /// Compares the values by their schemas or, where one has none, by the names of their types.
    private static func value(from old: RouteList.Entry, to new: RouteList.Entry) -> [RouteChange] {
        if let was = old.schema("value"), let now = new.schema("value") {
            return SchemaComparison(route: new, subject: "the value's", isInput: false).changes(from: was, to: now)
        }
        guard let (was, now) = differing("value", old, new) else { return [] }
        return [new.changed("its value was \(was) and is \(now)", isBreaking: true)]
    }

    private static func differing(
        _ name: String, _ old: RouteList.Entry, _ new: RouteList.Entry
    ) -> (was: String, now: String)? {
        guard let was = old[name]?.string, let now = new[name]?.string, was != now else { return nil }
        return (was, now)
    }
}
