extension ParameterType {
    /// Whether some value may be of both types; where that is not known, it may.
    func overlaps(_ other: ParameterType) -> Bool {
        switch (shape, other.shape) {
        case (.alternatives(let texts), _): texts.contains(where: other.accepts)
        case (_, .alternatives(let texts)): texts.contains(where: accepts)
        default:
            lengths.overlaps(other.lengths) && characters.intersects(other.characters)
        }
    }

    private var lengths: ClosedRange<Int> {
        switch shape {
        case .integer, .unsigned, .decimal, .slug, .alternatives: 1...Int.max
        case .uuid: 36...36
        case .characters(_, let minimum, let maximum): minimum...max(minimum, maximum)
        }
    }

    private var characters: CharacterClass {
        switch shape {
        case .integer: CharacterClass.digits.union(CharacterClass("+-"))
        case .unsigned: .digits
        case .decimal: CharacterClass.digits.union(CharacterClass("+-.eE"))
        case .uuid: CharacterClass.digits.union(CharacterClass("-abcdefABCDEF"))
        case .slug: CharacterClass.digits.union(CharacterClass("-abcdefghijklmnopqrstuvwxyz"))
        case .alternatives: .any
        case .characters(let characters, _, _): characters
        }
    }
}
