/// A value for a module's setting that comes from outside the module, such as from an option of the host.
@_spi(Host) public struct GivenSetting: Sendable, Equatable {
    /// The name of the setting. If `isText` is true, dots separate the setting's name from names of parts of its value.
    public let name: String
    /// The value.
    public let value: JSONValue
    /// The source: an option, a variable, or a file with a line.
    public let source: String
    /// Whether the value is a text that may represent a value of any type.
    public let isText: Bool

    /// The name of the setting, without names of parts of its value.
    public var key: String { isText ? String(name.prefix { $0 != "." }) : name }

    /// Creates a value.
    public init(_ name: String, _ value: JSONValue, from source: String, isText: Bool = false) {
        (self.name, self.value, self.source, self.isText) = (name, value, source, isText)
    }

    /// Decodes settings from JSON and given values, which replace values of the JSON; the last value of a name counts.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from json: JSONValue, below given: [GivenSetting]
    ) throws(ParametersError) -> Value {
        var node = ParameterNode(json: json)
        for setting in given {
            if setting.isText, case .string(let text) = setting.value {
                node.put(text, at: setting.name.split(separator: ".")[...])
            } else {
                node.merge(.object([setting.name: setting.value]))
            }
        }
        do {
            return try ParameterDecoder(node).decode(type)
        } catch {
            throw FaultSearch(node).error(for: type, after: error)
        }
    }
}
