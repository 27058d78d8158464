@_spi(Host) import ModuleKit

/// A difference between an earlier list of routes and the present one.
struct RouteChange: Encodable, Equatable {
    let verb: String
    let pattern: String
    /// The difference in words.
    let change: String
    /// Whether a caller of the earlier route may fail now.
    let isBreaking: Bool

    private enum CodingKeys: String, CodingKey {
        case verb, pattern, change
        case isBreaking = "breaking"
    }

    /// The change as a line.
    var text: String { "\(isBreaking ? "breaking" : "        ")  \(verb) \(pattern): \(change)" }

    /// Returns the differences between two lists, the breaking ones first, then by pattern.
    ///
    /// - Parameter rewrites: the present rewrites, which lead callers of a removed route to another one.
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
        let inputs = [("parameters", "the parameter"), ("body", "the body's")]
        for (name, words) in inputs {
            guard old["schema"] != nil, new["schema"] != nil else { continue }
            let faults = SchemaComparison(
                isInput: true, old.schema(name) ?? .object([:]), new.schema(name) ?? .object([:]))
            changes += faults.changes(words).map { new.changed($0.text, isBreaking: $0.isBreaking) }
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
            return SchemaComparison(isInput: false, was, now).changes("the value's")
                .map { new.changed($0.text, isBreaking: $0.isBreaking) }
        }
        guard old["schema"] == nil || new["schema"] == nil, let (was, now) = differing("value", old, new) else {
            return []
        }
        return [new.changed("its value was \(was) and is \(now)", isBreaking: true)]
    }

    private static func differing(
        _ name: String, _ old: RouteList.Entry, _ new: RouteList.Entry
    ) -> (was: String, now: String)? {
        guard case .string(let was)? = old[name], case .string(let now)? = new[name], was != now else { return nil }
        return (was, now)
    }
}

extension RouteList.Entry {
    fileprivate func changed(_ change: String, isBreaking: Bool) -> RouteChange {
        RouteChange(verb: verb, pattern: pattern, change: change, isBreaking: isBreaking)
    }
}

/// The differences between two schemas that break a caller.
private struct SchemaComparison {
    struct Change { let text: String, isBreaking: Bool }

    /// Whether the caller writes the value; otherwise the caller reads it.
    let isInput: Bool
    private let old: JSONValue
    private let new: JSONValue

    init(isInput: Bool, _ old: JSONValue, _ new: JSONValue) {
        (self.isInput, self.old, self.new) = (isInput, old, new)
    }

    /// - Parameter subject: the beginning of a sentence about a property, such as `the body's`.
    func changes(_ subject: String) -> [Change] {
        compare(old, new, at: "").map { Change(text: "\(subject) \($0.text)", isBreaking: $0.isBreaking) }
    }

    private func compare(_ old: JSONValue, _ new: JSONValue, at path: String) -> [Change] {
        if old == new { return [] }
        let place = path.isEmpty ? "type" : path
        let (former, present) = (Self.unwrapped(old), Self.unwrapped(new))
        guard former.isNullable == present.isNullable else {
            let words = present.isNullable ? "may be null now" : "is never null now"
            let isBreaking = isInput ? former.isNullable : present.isNullable
            return [Change(text: "\(place) \(words)", isBreaking: isBreaking)]
                + compare(former.schema, present.schema, at: path)
        }
        if former.isNullable { return compare(former.schema, present.schema, at: path) }
        for (name, mark) in [("items", "[]"), ("additionalProperties", "[:]")] {
            if let was = old[name], let now = new[name] { return compare(was, now, at: path + mark) }
        }
        return compareParts(old, new, at: path)
    }

    private func compareParts(_ old: JSONValue, _ new: JSONValue, at path: String) -> [Change] {
        let place = path.isEmpty ? "type" : path
        guard case .object(let was)? = old["properties"], case .object(let now)? = new["properties"] else {
            // A form that is not known is compared with nothing.
            guard let former = Self.words(old), let present = Self.words(new), former != present else { return [] }
            return [Change(text: "\(place) was \(former) and is \(present)", isBreaking: !widens(old, new))]
        }
        let (formerly, presently) = (Self.required(old), Self.required(new))
        func name(_ member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }
        return Set(was.keys).union(now.keys).sorted().flatMap { member -> [Change] in
            switch (was[member], now[member]) {
            case (let former?, let present?):
                let isStricter =
                    isInput
                    ? presently.contains(member) && !formerly.contains(member)
                    : formerly.contains(member) && !presently.contains(member)
                let words = isInput ? "is required now" : "may be absent now"
                return compare(former, present, at: name(member))
                    + (isStricter ? [Change(text: "\(name(member)) \(words)", isBreaking: true)] : [])
            case (_?, nil): return [Change(text: "\(name(member)) is gone", isBreaking: true)]
            default:
                let isNeeded = isInput && presently.contains(member)
                return [
                    Change(text: "\(name(member)) is new" + (isNeeded ? ", and required" : ""), isBreaking: isNeeded)
                ]
            }
        }
    }

    /// Whether the new schema of an input takes all that the old one took.
    private func widens(_ old: JSONValue, _ new: JSONValue) -> Bool {
        guard isInput else { return false }
        if case .array(let was)? = old["enum"] {
            guard case .array(let now)? = new["enum"] else { return new["type"] == .string("string") }
            return was.allSatisfy(now.contains)
        }
        return old["type"] == .string("integer") && new["type"] == .string("number")
            || old["type"] == new["type"] && new["minimum"] == nil && new["enum"] == nil
    }

    /// Returns a schema without `null` as a choice, and whether it had that choice.
    private static func unwrapped(_ schema: JSONValue) -> (schema: JSONValue, isNullable: Bool) {
        guard case .array(let choices)? = schema["anyOf"], let first = choices.first else { return (schema, false) }
        return (first, true)
    }

    private static func required(_ schema: JSONValue) -> Set<String> {
        guard case .array(let names)? = schema["required"] else { return [] }
        return Set(names.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }

    /// The type in words; `nil` for a form that is not known.
    private static func words(_ schema: JSONValue) -> String? {
        guard case .string(let type)? = schema["type"] else { return nil }
        if case .array(let choices)? = schema["enum"] {
            return "one of "
                + choices.compactMap { if case .string(let text) = $0 { text } else { nil } }.joined(separator: ", ")
        }
        if schema["additionalProperties"] != nil { return "a dictionary" }
        if case .string(let format)? = schema["format"] { return "\(type) (\(format))" }
        return schema["minimum"] == nil ? type : "\(type) of 0 or more"
    }
}
