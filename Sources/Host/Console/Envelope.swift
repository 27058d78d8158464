/// One JSON object of the output: the format's version, and a value under its key.
struct Envelope<Value: Encodable>: Encodable {
    let key: String
    let value: Value

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Console.formatVersion, forKey: Key(stringValue: "format_version"))
        try container.encode(value, forKey: Key(stringValue: key))
    }
}
