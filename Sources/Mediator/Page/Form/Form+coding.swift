extension Form: Codable {
    private enum Key: String, CodingKey { case title, url, signal, fields, completion }

    /// Decodes a form; two fields of one name would lose a value, and are an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decode(String.self, forKey: .title)
        url = try container.decodeIfPresent(String.self, forKey: .url)
        signal = try container.decodeIfPresent(String.self, forKey: .signal)
        completion = try container.decodeIfPresent(Completion.self, forKey: .completion)
        fields = try container.decode([Field].self, forKey: .fields)
        guard let name = repeatedNames.first else { return }
        throw DecodingError.dataCorruptedError(
            forKey: .fields, in: container,
            debugDescription: "two fields are named \"\(name)\"; give each a name of its own")
    }

    /// Encodes what the form says.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(signal, forKey: .signal)
        try container.encode(fields, forKey: .fields)
        try container.encodeIfPresent(completion, forKey: .completion)
    }

    /// The names that a field has which one before it has too.
    @_spi(Host) public var repeatedNames: [String] {
        var seen: Set<String> = []
        return fields.map(\.name).filter { !seen.insert($0).inserted }
    }
}

extension Form.Field: Codable {
    private enum Key: String, CodingKey {
        case name, title, kind, required, choices, minlength, maxlength, min, max, pattern, hint, initial
    }

    /// Decodes a field; a kind that this version does not know is a text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decode(String.self, forKey: .name)
        let kind = try container.decodeIfPresent(String.self, forKey: .kind).flatMap(Form.Kind.init) ?? .text
        self.init(name, try container.decodeIfPresent(String.self, forKey: .title), kind: kind)
        isRequired = try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
        choices = try container.decodeIfPresent([Form.Choice].self, forKey: .choices) ?? []
        minimumLength = try container.decodeIfPresent(Int.self, forKey: .minlength)
        maximumLength = try container.decodeIfPresent(Int.self, forKey: .maxlength)
        minimum = try container.decodeIfPresent(Double.self, forKey: .min)
        maximum = try container.decodeIfPresent(Double.self, forKey: .max)
        pattern = try container.decodeIfPresent(String.self, forKey: .pattern)
        hint = try container.decodeIfPresent(String.self, forKey: .hint)
        initial = try container.decodeIfPresent(String.self, forKey: .initial)
    }

    /// Encodes what the field says.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(title, forKey: .title)
        try container.encode(kind, forKey: .kind)
        if isRequired { try container.encode(true, forKey: .required) }
        if !choices.isEmpty { try container.encode(choices, forKey: .choices) }
        try container.encodeIfPresent(minimumLength, forKey: .minlength)
        try container.encodeIfPresent(maximumLength, forKey: .maxlength)
        try container.encodeIfPresent(minimum, forKey: .min)
        try container.encodeIfPresent(maximum, forKey: .max)
        try container.encodeIfPresent(pattern, forKey: .pattern)
        try container.encodeIfPresent(hint, forKey: .hint)
        try container.encodeIfPresent(initial, forKey: .initial)
    }
}
