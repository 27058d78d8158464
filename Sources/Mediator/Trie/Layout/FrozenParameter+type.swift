extension FrozenParameter {
    /// Freezes a parameter; the closures put texts among the trie's and give their places.
    init(
        _ parameter: PatternParameter, text: (String) -> TextRange, alternatives: ([String]) -> Range<Int>
    ) {
        specificity = Specificity(parameter).value
        prefix = text(parameter.prefix)
        suffix = text(parameter.suffix)
        switch parameter.type?.shape {
        case nil: kind = Kind.any
        case .integer: kind = Kind.integer
        case .unsigned: kind = Kind.unsigned
        case .decimal: kind = Kind.decimal
        case .uuid: kind = Kind.uuid
        case .slug: kind = Kind.slug
        case .alternatives(let texts):
            let range = alternatives(texts)
            (kind, firstAlternative, alternativeCount) = (
                Kind.alternatives, UInt32(range.lowerBound), UInt32(range.count)
            )
        case .characters(let characters, let minimum, let maximum):
            kind = Kind.characters
            (low, high, beyondASCII) = (characters.low, characters.high, characters.beyondASCII ? 1 : 0)
            (self.minimum, self.maximum) = (UInt32(clamping: minimum), UInt32(clamping: maximum))
        }
    }

    /// What its type accepts.
    func shape(_ layout: TrieLayout) -> ParameterType.Shape {
        switch kind {
        case Kind.integer: .integer
        case Kind.unsigned: .unsigned
        case Kind.decimal: .decimal
        case Kind.uuid: .uuid
        case Kind.slug: .slug
        case Kind.alternatives: .alternatives(alternatives.map { layout.text(layout.alternatives[$0]) })
        default: .characters(characters, minimum: Int(minimum), maximum: Int(maximum))
        }
    }
}
