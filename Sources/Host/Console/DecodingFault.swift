/// What is wrong with JSON that was to be read, in a few words.
enum DecodingFault {
    static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context))\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            "\(place(context))a value of type \(type) is expected"
        case DecodingError.dataCorrupted(let context): "\(place(context))\(sentence(context.debugDescription))"
        default: "\(error)"
        }
    }

    /// Without the full stop, since more follows.
    private static func sentence(_ text: String) -> Substring { text.hasSuffix(".") ? text.dropLast() : text[...] }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return path.isEmpty ? "" : "at \(path.drop { $0 == "." }): "
    }
}
