@_spi(Host) import ModuleKit

/// The comparison of two schemas of a route, which tells whether a difference breaks a caller.
struct SchemaComparison {
    let route: RouteList.Entry
    /// The beginning of a sentence about a property, such as `the body's`.
    let subject: String
    /// Whether the caller writes the value; otherwise the caller reads it.
    let isInput: Bool

    func changes(from old: JSONValue, to new: JSONValue, at path: String = "") -> [RouteChange] {
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
        return hidden(old, new, at: path) + ownChanges(from: old, to: new, at: path)
    }

    private func change(_ path: String, _ words: String, isBreaking: Bool) -> RouteChange {
        route.changed("\(subject) \(path.isEmpty ? "type" : path) \(words)", isBreaking: isBreaking)
    }

    /// Returns a remedy where a change cannot be seen, because one of the schemas leaves a part out.
    private func hidden(_ old: JSONValue, _ new: JSONValue, at path: String) -> [RouteChange] {
        guard old[RouteSchema.incomplete] != nil || new[RouteSchema.incomplete] != nil else { return [] }
        let remedy = new[RouteSchema.incomplete]?.string.map { "\($0), and " } ?? ""
        let words = "leaves something out, which could not be compared; \(remedy)write the list again"
        return [change(path, words, isBreaking: true)]
    }

    private func ownChanges(from old: JSONValue, to new: JSONValue, at path: String) -> [RouteChange] {
        guard case .object(let was)? = old["properties"], case .object(let now)? = new["properties"] else {
            // A form that is not known cannot be compared.
            guard let former = Self.words(old), let present = Self.words(new), former != present else { return [] }
            return [change(path, "was \(former) and is \(present)", isBreaking: !widens(old, new))]
        }
        let formerly = old["required"]?.strings ?? []
        let presently = new["required"]?.strings ?? []
        return Set(was.keys).union(now.keys).sorted().flatMap { member -> [RouteChange] in
            let place = path.isEmpty ? member : "\(path).\(member)"
            let (wasRequired, isRequired) = (formerly.contains(member), presently.contains(member))
            switch (was[member], now[member]) {
            case (let former?, let present?):
                let isStricter = isInput ? isRequired && !wasRequired : wasRequired && !isRequired
                let words = isInput ? "is required now" : "may be absent now"
                return changes(from: former, to: present, at: place)
                    + (isStricter ? [change(place, words, isBreaking: true)] : [])
            case (_?, nil) where new[RouteSchema.incomplete] != nil: return []
            case (nil, _?) where old[RouteSchema.incomplete] != nil: return []
            case (_?, nil): return [change(place, "is gone", isBreaking: true)]
            default:
                let isNeeded = isInput && isRequired
                return [change(place, "is new" + (isNeeded ? ", and required" : ""), isBreaking: isNeeded)]
            }
        }
    }

    /// Whether the new schema of an input takes all that the old one took.
    private func widens(_ old: JSONValue, _ new: JSONValue) -> Bool {
        guard isInput else { return false }
        if let was = old["enum"]?.strings {
            guard let now = new["enum"]?.strings else { return new["type"] == .string("string") }
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

    /// The type in words; `nil` for a form that is not known.
    private static func words(_ schema: JSONValue) -> String? {
        guard let type = schema["type"]?.string else { return nil }
        if let choices = schema["enum"]?.strings { return "one of " + choices.joined(separator: ", ") }
        if schema["additionalProperties"] != nil { return "a dictionary" }
        if let format = schema["format"]?.string { return "\(type) (\(format))" }
        return schema["minimum"] == nil ? type : "\(type) of 0 or more"
    }
}
