/// A name that a type is decoded from.
struct InputField: Sendable, Equatable {
    let name: String
    /// What its values are to Swift, or `nil` where no text says them.
    let kind: RouteOutline.Parameter.Kind?
    /// Whether the type may do without it.
    let isOptional: Bool
}

extension InputField {
    /// The names that a type is decoded from, in its order; none for a type that has no names or decodes itself in ways of
    /// its own. Runs the type's `init(from:)` once, with placeholders.
    static func all(of type: Any.Type) -> [InputField] {
        guard let type = type as? any Decodable.Type else { return [] }
        let record = InputRecord()
        do {
            _ = try type.init(from: InputRecorder(record: record))
            return record.fields
        } catch {
            return []
        }
    }
}
