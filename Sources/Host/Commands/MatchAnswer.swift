import ModuleKit

/// One line of a batch's output: the match with its parameters, or an error.
struct MatchAnswer: Encodable {
    let id: MatchIdentifier?
    let pattern: String?
    let parameters: Parameters?
    let error: String?

    init(id: MatchIdentifier?, match: (pattern: String, parameters: Parameters)?) {
        self.id = id
        pattern = match?.pattern
        parameters = match?.parameters
        error = nil
    }

    init(id: MatchIdentifier?, error: String) {
        self.id = id
        self.error = error
        pattern = nil
        parameters = nil
    }

    private enum Key: String, CodingKey { case id, matched, pattern, params, error }

    /// Encodes `{"id","matched","pattern","params"}` or `{"id","error"}`; a repeated query item is an array.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        if let error { return try container.encode(error, forKey: .error) }
        try container.encode(pattern != nil, forKey: .matched)
        guard let pattern, let parameters else { return }
        try container.encode(pattern, forKey: .pattern)
        var values: [String: MatchValue] = [:]
        for item in parameters.items { values[item.name] = MatchValue(parameters.all(item.name)) }
        try container.encode(values, forKey: .params)
    }
}

/// A parameter's value: a text, or an array of them for a repeated query item.
private enum MatchValue: Encodable {
    case one(String)
    case several([String])

    init(_ values: [String]) { self = values.count == 1 ? .one(values[0]) : .several(values) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let text): try container.encode(text)
        case .several(let texts): try container.encode(texts)
        }
    }
}
