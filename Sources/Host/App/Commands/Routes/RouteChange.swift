@_spi(Host) import ModuleKit

/// A difference between the present routes and an earlier list of routes, or between the present routes and a contract.
struct RouteChange: Encodable {
    /// The effect on a caller of the earlier route.
    enum Effect: String {
        case none = ""
        /// The caller may fail now.
        case breaking
        /// The schemas do not show whether the caller may fail.
        case unsure
        /// The app now does or shows something that it protected before.
        case unsafe
    }

    /// The module whose contract was compared; `nil` if lists of routes were compared.
    var module: String?
    let verb: String
    let pattern: String
    let change: String
    var effect = Effect.none

    var isBreaking: Bool { effect == .breaking }

    func encode(to encoder: any Encoder) throws {
        try JSONObject([
            "module": module, "verb": verb, "pattern": pattern, "change": change, "breaking": isBreaking,
            "unsafe": effect == .unsafe,
        ]).encode(to: encoder)
    }

    var text: String {
        let margin = String(repeating: " ", count: 10 - effect.rawValue.count)
        return "\(effect.rawValue)\(margin)\(module.map { "\($0) uses " } ?? "")\(verb) \(pattern): \(change)"
    }

    /// Returns the differences between two lists. The unsafe differences come first, then the breaking ones, then the
    /// rest; within each of these groups they are sorted by pattern.
    static func all(from old: RouteList, to new: RouteList) -> [RouteChange] {
        let (former, present) = (byName(old), byName(new))
        var added = present.filter { former[$0.key] == nil }
        let guards = GuardChanges(old: old, new: new)
        var changes = RewriteChanges(guards: guards).changes
        for (name, entry) in former.sorted(by: { $0.key < $1.key }) {
            if let same = present[name] {
                changes += self.changes(from: entry, to: same) + guards.changes(from: entry, to: same)
            } else if let (name, other, renamed) = successor(of: entry, in: added) {
                added[name] = nil
                changes.append(other.changed("its pattern was \(entry.pattern)"))
                changes += self.changes(from: renamed, to: other) + guards.changes(from: entry, to: other)
            } else {
                let rewrite = new.rewrites.values.joined().first { rewrite in
                    entry.parsed.flatMap { RoutePattern(listed: rewrite.pattern)?.covers($0) } ?? false
                }
                let words = rewrite.map { "it leads to \($0.target) by a rewrite" } ?? "it is gone"
                changes.append(entry.changed(words, rewrite == nil ? .breaking : .none))
                changes += guards.losses(of: [entry], at: rewrite?.target ?? entry.pattern).map {
                    entry.changed($0.change, .unsafe)
                }
            }
        }
        changes += added.values.map { $0.changed("it is new") }
        return changes.sorted { ($0.rank, $0.pattern, $0.verb, $0.change) < ($1.rank, $1.pattern, $1.verb, $1.change) }
    }

    private var rank: Int { effect == .unsafe ? 0 : isBreaking ? 1 : 2 }

    private static func byName(_ list: RouteList) -> [String: RouteList.Entry] {
        Dictionary(list.entries.map { ("\($0.verb) \($0.pattern)", $0) }) { first, _ in first }
    }

    /// Returns an added route that answers every URL of a removed route. `renamed` is the removed route with the
    /// parameter names of the added route, which makes the parameters' types comparable.
    private static func successor(
        of entry: RouteList.Entry, in added: [String: RouteList.Entry]
    ) -> (name: String, new: RouteList.Entry, renamed: RouteList.Entry)? {
        guard let pattern = entry.parsed else { return nil }
        for (name, new) in added.sorted(by: { $0.key < $1.key }) where new.verb == entry.verb {
            guard let names = new.parsed?.renaming(from: pattern) else { continue }
            return (name, new, entry.renamingParameters(names))
        }
        return nil
    }

    private static func changes(from old: RouteList.Entry, to new: RouteList.Entry) -> [RouteChange] {
        var changes = [access(from: old, to: new)].compactMap(\.self)
        let (form, newForm) = (old["form"]?.string ?? "value", new["form"]?.string ?? "value")
        if form != newForm { changes.append(new.changed("its answer was a \(form) and is a \(newForm)", .breaking)) }
        if let (was, now) = differing("owner", old, new) {
            changes.append(new.changed("it moved from \(was) to \(now)"))
        }
        if old["schema"] != nil, new["schema"] != nil {
            let none = JSONValue.object(["type": .string("object"), "properties": .object([:])])
            for (name, words) in [("parameters", "the parameter"), ("body", "the body's")] {
                changes += SchemaComparison(route: new, subject: words, isInput: true, isText: name == "parameters")
                    .changes(from: old.schema(name) ?? none, to: new.schema(name) ?? none)
            }
        }
        return changes + marks(from: old, to: new) + value(from: old, to: new)
    }

    private static func access(from old: RouteList.Entry, to new: RouteList.Entry) -> RouteChange? {
        guard let (was, now) = differing("access", old, new) else { return nil }
        let ranks = ["public": 0, "modules": 1, "internal": 2]
        let (former, present) = (ranks[was, default: 0], ranks[now, default: 0])
        return new.changed(
            "its access was \(was) and is \(now)", present > former ? .breaking : present < former ? .unsafe : .none)
    }

    /// Compares the schemas of the values or, if a schema is missing, the names of their types.
    private static func value(from old: RouteList.Entry, to new: RouteList.Entry) -> [RouteChange] {
        if let was = old.schema("value"), let now = new.schema("value") {
            return SchemaComparison(route: new, subject: "the value's", isInput: false).changes(from: was, to: now)
        }
        guard let (was, now) = differing("value", old, new) else { return [] }
        return [new.changed("its value was \(was) and is \(now)", .breaking)]
    }

    /// Compares the labels and the sensitive parameters. Labels that are only descriptions, such as a summary, do not
    /// count. A list that version 0.2.0 wrote does not name sensitive parameters, so none of them is reported as lost.
    private static func marks(from old: RouteList.Entry, to new: RouteList.Entry) -> [RouteChange] {
        let texts = [RouteLabel.summary, RouteLabel.team]
        let (former, present) = (Set(old.labels).subtracting(texts), Set(new.labels).subtracting(texts))
        let lost = former.subtracting(present).map { new.changed("it lost the label \($0)", .breaking) }
        let gained = present.subtracting(former).map { new.changed("it has the label \($0) now") }
        let secrets = (old["sensitive"]?.strings ?? []).filter { new["sensitive"]?.strings?.contains($0) != true }
        return lost + gained
            + secrets.map { new.changed("the parameter \($0) is not sensitive any more", .unsafe) }
    }

    private static func differing(
        _ name: String, _ old: RouteList.Entry, _ new: RouteList.Entry
    ) -> (was: String, now: String)? {
        guard let was = old[name]?.string, let now = new[name]?.string, was != now else { return nil }
        return (was, now)
    }
}
