/// One part of a pattern between its slashes, or several that may be left out together.
indirect enum PatternElement: Sendable, Hashable {
    /// A segment that is itself, after percent-decoding.
    case literal(String)
    /// A segment that holds a parameter.
    case parameter(PatternParameter)
    /// `(…)`: with all of its elements, or with none.
    case group([PatternElement])
    /// `*name`, the rest of the path; `*name?` may be empty.
    case wildcard(name: String, allowsNone: Bool)
}

extension PatternElement {
    /// The names of the parameters in it, from left to right.
    var parameterNames: [String] {
        switch self {
        case .literal: []
        case .parameter(let parameter): [parameter.name]
        case .group(let elements): elements.flatMap(\.parameterNames)
        case .wildcard(let name, _): [name]
        }
    }
}
