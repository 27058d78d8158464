/// Turns the standard library's coding errors into a sentence that names the place.
enum CodingFault {
    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\"\(path(context.codingPath + [key]))\" is missing"
        case DecodingError.typeMismatch(let type, let context):
            "\"\(path(context.codingPath))\" is not of type \(type)"
        case DecodingError.valueNotFound(let type, let context):
            "\"\(path(context.codingPath))\" is null where \(type) is needed"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? reason(context.debugDescription)
                : "\"\(path(context.codingPath))\": \(reason(context.debugDescription))"
        case EncodingError.invalidValue(_, let context):
            reason(context.debugDescription)
        default:
            String(describing: error)
        }
    }

    /// The library's own words, without the full stop that would stand in the middle of a sentence.
    private static func reason(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the value" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
