@_spi(Host) import ModuleKit

/// A comparison of two JSON Schemas of a route, which finds the differences that break a caller.
struct SchemaComparison {
    let route: RouteList.Entry
    /// The beginning of a sentence about a property, such as `the body's`.
    let subject: String
    /// Whether the caller sends the value to the route; otherwise the caller receives it.
    let isInput: Bool
    /// Whether the old schema describes values that tests observed, and not the route's declaration. Some differences
    /// are then only doubts, because the tests may not have observed every value.
    var isObserved = false
    /// Whether the values are text in a URL.
    var isText = false

    func changes(from old: JSONValue, to new: JSONValue, at path: String = "") -> [RouteChange] {
        if let either = alternatives(old, new, at: path) { return either }
        let (former, present) = (Self.unwrapped(old), Self.unwrapped(new))
        guard !former.isNullable, !present.isNullable else {
            let inner = changes(from: former.schema, to: present.schema, at: path)
            if former.isNullable == present.isNullable { return inner }
            let words = present.isNullable ? "may be null now" : "is never null now"
            return [change(path, words, isBreaking: isInput ? former.isNullable : present.isNullable)] + inner
        }
        for (name, mark) in [("items", "[]"), ("additionalProperties", "[:]")] {
            if let was = old[name], let now = new[name] { return changes(from: was, to: now, at: path + mark) }
        }
        if isObserved, old == .object(["type": .string("array")]), new["items"] != nil {
            return [change(path + "[]", "is unknown: each list in the tests was empty; add an element", isUnsure: true)]
        }
        if isObserved, let element = new["additionalProperties"], case .object(let members)? = old["properties"] {
            return members.sorted { $0.key < $1.key }.flatMap { changes(from: $1, to: element, at: place($0, path)) }
        }
        return hidden(old, new, at: path) + ownChanges(from: old, to: new, at: path)
    }

    /// Compares each of several observed schemas with the new one. Returns `nil` if tests observed only one schema, not
    /// counting `null`. If an observed schema has the new type, schemas of other types are ignored, because tests of
    /// errors may have sent values of those types.
    private func alternatives(_ old: JSONValue, _ new: JSONValue, at path: String) -> [RouteChange]? {
        guard isObserved, case .array(let choices)? = old["anyOf"] else { return nil }
        let forms = choices.filter { $0["type"] != .string("null") }
        guard forms.count > 1 else { return nil }
        let (present, isNullable) = Self.unwrapped(new)
        let same = forms.filter { $0["type"] == present["type"] }
        let target = isNullable && choices.count > forms.count ? present : new
        // A member that one of the observed schemas lacks was never required.
        let required = same.map { $0["required"]?.strings ?? [] }
        let needed = JSONValue.array(
            required.reduce(required.first ?? []) { $0.filter($1.contains) }.map(JSONValue.string))
        return (same.isEmpty ? [forms[0]] : same).flatMap { form -> [RouteChange] in
            guard same.count > 1, case .object(var members) = form else {
                return changes(from: form, to: target, at: path)
            }
            members["required"] = members["required"].map { _ in needed }
            return changes(from: .object(members), to: target, at: path)
        }
    }

    private func place(_ member: String, _ path: String) -> String { path.isEmpty ? member : "\(path).\(member)" }

    private func change(_ path: String, _ words: String, isBreaking: Bool = true, isUnsure: Bool = false) -> RouteChange
    {
        let text = "\(subject) \(path.isEmpty ? "type" : path) \(words)"
        return route.changed(text, isUnsure ? .unsure : isBreaking ? .breaking : .none)
    }

    /// Returns a change with a remedy if a schema is incomplete, because an incomplete schema may hide a difference.
    private func hidden(_ old: JSONValue, _ new: JSONValue, at path: String) -> [RouteChange] {
        guard old[RouteSchema.incomplete] != nil || new[RouteSchema.incomplete] != nil else { return [] }
        if isObserved {
            guard let remedy = new[RouteSchema.incomplete]?.string else { return [] }
            return [change(path, "is incomplete in the route's types; \(remedy)", isUnsure: true)]
        }
        let remedy = new[RouteSchema.incomplete]?.string.map { "\($0), and " } ?? ""
        let words = "is incomplete and could not be compared; \(remedy)write the list of routes again"
        return [change(path, words)]
    }

    private func ownChanges(from old: JSONValue, to new: JSONValue, at path: String) -> [RouteChange] {
        guard case .object(let was)? = old["properties"], case .object(let now)? = new["properties"] else {
            // Only objects have properties to compare; other schemas are compared by their types, if these are known.
            if isObserved, let former = Self.words(old), new["type"] == nil {
                let words = "was \(former) and is not in the route's types"
                return [change(path, words, isUnsure: true)]
            }
            guard let former = Self.words(old), let present = Self.words(new), former != present else { return [] }
            // The observed value may be one of the new choices.
            let isUnsure =
                isObserved && isInput && old["enum"] == nil && new["enum"] != nil && old["type"] == new["type"]
            let words = "was \(former) and is \(present)"
            return [change(path, words, isBreaking: !widens(old, new), isUnsure: isUnsure)]
        }
        let formerly = old["required"]?.strings ?? []
        let presently = new["required"]?.strings ?? []
        return Set(was.keys).union(now.keys).sorted().flatMap { member -> [RouteChange] in
            let place = place(member, path)
            let (wasRequired, isRequired) = (formerly.contains(member), presently.contains(member))
            switch (was[member], now[member]) {
            case (let former?, let present?):
                let isStricter = isInput ? isRequired && !wasRequired : wasRequired && !isRequired
                let words = isInput ? "is required now" : "may be absent now"
                return changes(from: former, to: present, at: place)
                    + (isStricter ? [change(place, words)] : [])
            case (_?, nil) where new[RouteSchema.incomplete] != nil: return []
            case (nil, _?) where old[RouteSchema.incomplete] != nil: return []
            case (_?, nil):
                // The route may have ignored the member, because a decoder skips members that it does not read.
                return [change(place, "is gone", isUnsure: isObserved && isInput)]
            default:
                let isNeeded = isInput && isRequired
                return [change(place, "is new" + (isNeeded ? ", and required" : ""), isBreaking: isNeeded)]
            }
        }
    }

    /// Returns whether the change is harmless to a caller. Input: the new schema must accept everything that the old
    /// one accepted. Output: the new schema must allow nothing that the old one did not allow. A plain string in a URL
    /// accepts the text of any number, Boolean or string.
    private func widens(_ old: JSONValue, _ new: JSONValue) -> Bool {
        let (old, new) = isInput ? (old, new) : (new, old)
        if let was = Self.choices(old) {
            guard let now = Self.choices(new) else { return new["type"] == old["type"] }
            return was.allSatisfy(now.contains)
        }
        let isPlain = new["minimum"] == nil && new["enum"] == nil
        if isText, new == .object(["type": .string("string")]) {
            return old["properties"] == nil && old["items"] == nil
        }
        return old["type"] == .string("integer") && new["type"] == .string("number")
            || old["type"] == new["type"] && isPlain && (new["format"] == nil || new["format"] == old["format"])
                && (isObserved || (new["additionalProperties"] == nil) == (old["additionalProperties"] == nil))
    }

    /// Returns the schema without the choice `null`, and whether it had that choice.
    private static func unwrapped(_ schema: JSONValue) -> (schema: JSONValue, isNullable: Bool) {
        guard case .array(let choices)? = schema["anyOf"], let first = choices.first else { return (schema, false) }
        return (first, true)
    }

    /// Returns whether text from a URL can be a value of a schema, as far as the schema restricts its values.
    static func accepts(_ text: String, _ schema: JSONValue) -> Bool {
        let schema = unwrapped(schema).schema
        if let choices = choices(schema) { return choices.contains(text) }
        switch schema["type"]?.string {
        case "array": return schema["items"].map { accepts(text, $0) } ?? true
        case "integer": return schema["minimum"] == nil ? Int64(text) != nil : UInt64(text) != nil
        case "number": return Double(text) != nil
        case "boolean": return ["true", "false", "1", "0"].contains(text)
        default: return true
        }
    }

    /// The texts of an enumeration's values; `nil` for another schema.
    private static func choices(_ schema: JSONValue) -> [String]? {
        if case .array(let values)? = schema["enum"] { values.map { $0.string ?? $0.text } } else { nil }
    }

    /// Returns the type as text for a message; `nil` if the schema does not name a type.
    static func words(_ schema: JSONValue) -> String? {
        guard let type = schema["type"]?.string else { return nil }
        if let choices = choices(schema) { return "one of " + choices.joined(separator: ", ") }
        if schema["additionalProperties"] != nil { return "a dictionary" }
        if let format = schema["format"]?.string { return "\(type) (\(format))" }
        return schema["minimum"] == nil ? type : "\(type) of 0 or more"
    }
}
