@_spi(Host) import ModuleKit

/// The differences between two schemas that break a caller.
struct SchemaComparison {
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
        return hidden(old, new, at: path) + compareParts(old, new, at: path)
    }

    /// Returns a remedy where a change cannot be seen, because one of the schemas leaves a part out.
    private func hidden(_ old: JSONValue, _ new: JSONValue, at path: String) -> [Change] {
        guard old[RouteSchema.incomplete] != nil || new[RouteSchema.incomplete] != nil else { return [] }
        let remedy = if case .string(let text)? = new[RouteSchema.incomplete] { "\(text), and " } else { "" }
        let words = "\(path.isEmpty ? "type" : path) leaves something out, which could not be compared"
        return [Change(text: "\(words); \(remedy)write the list again", isBreaking: true)]
    }

    private func compareParts(_ old: JSONValue, _ new: JSONValue, at path: String) -> [Change] {
        let place = path.isEmpty ? "type" : path
        guard case .object(let was)? = old["properties"], case .object(let now)? = new["properties"] else {
            // A form that is not known cannot be compared.
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
            case (_?, nil) where new[RouteSchema.incomplete] != nil: return []
            case (nil, _?) where old[RouteSchema.incomplete] != nil: return []
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
