/// A parameter type of a module's own, as data.
@_spi(Host) public struct ManifestType: Sendable, Equatable, Codable {
    private let name: String
    private let alternatives: [String]?
    private let characters: Characters?

    private struct Characters: Sendable, Equatable, Codable {
        let low: UInt64
        let high: UInt64
        let beyondASCII: Bool
        let minimum: Int
        let maximum: Int
    }

    /// `nil` for the built-in types, which every host has.
    init?(_ type: ParameterType) {
        name = type.name
        switch type.shape {
        case .alternatives(let texts):
            alternatives = texts
            characters = nil
        case .characters(let set, let minimum, let maximum):
            alternatives = nil
            characters = Characters(
                low: set.low, high: set.high, beyondASCII: set.beyondASCII, minimum: minimum, maximum: maximum)
        case .integer, .unsigned, .decimal, .uuid, .slug: return nil
        }
    }

    /// The type itself.
    var type: ParameterType {
        guard let characters else { return ParameterType(name: name, shape: .alternatives(alternatives ?? [])) }
        let set = CharacterClass(
            low: characters.low, high: characters.high, beyondASCII: characters.beyondASCII)
        return ParameterType(
            name: name, shape: .characters(set, minimum: characters.minimum, maximum: characters.maximum))
    }
}
