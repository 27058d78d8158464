/// Where the decoder hands out placeholders instead of what the request says.
///
/// They serve the search for faults alone: whatever is decoded with one is thrown away.
enum Placeholders {
    case nowhere
    case at(Set<ParameterPlace>)
    case everywhere

    func cover(_ place: ParameterPlace) -> Bool {
        switch self {
        case .nowhere: false
        case .at(let places): places.contains(place)
        case .everywhere: true
        }
    }

    func lie(below place: ParameterPlace) -> Bool {
        switch self {
        case .nowhere: false
        case .at(let places): places.contains { $0.isBelow(place) }
        case .everywhere: true
        }
    }
}

/// Thrown where no value can be made to stand in for one that does not fit.
struct NoPlaceholder: Error {}
