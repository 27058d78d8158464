/// One place where a request does not fit the type.
///
/// It travels inside of the standard library's `DecodingError`, so that initialisers that look for one find it.
struct Misfit: Error {
    let place: ParameterPlace
    /// What is given there, if anything.
    let value: ParameterNode.Value?
    /// The type that is wanted there; `nil` until the one that asked for a container has named itself.
    private(set) var type: (any Any.Type)?
    /// Whether there may be more faults, which this one hides.
    private(set) var hidesOthers = false
    /// Whether a placeholder inside may be to blame, so that it counts for nothing.
    private(set) var isDoubtful = false
    /// Whether names below the place are wanted.
    private let isKeyed: Bool
    /// What the type itself said when it refused the value.
    private let reason: String?

    private init(
        _ decoder: ParameterDecoder, type: (any Any.Type)? = nil, isKeyed: Bool = false, reason: String? = nil
    ) {
        place = decoder.place
        value = decoder.node?.value
        self.type = type
        self.isKeyed = isKeyed
        self.reason = reason
    }
}

extension Misfit {
    /// Nothing is given for a type, or something else is.
    init(_ decoder: ParameterDecoder, wants type: any Any.Type) { self.init(decoder, type: type) }

    /// Nothing is given that has parts, by name or in order.
    init(_ decoder: ParameterDecoder, wantsNames isKeyed: Bool) { self.init(decoder, isKeyed: isKeyed) }

    /// A type's own initialiser refused what is given.
    init(_ decoder: ParameterDecoder, type: any Any.Type, refusal: any Error) {
        let context = (refusal as? DecodingError)?.context
        // For a raw value that no case has, the list of the cases says more than the standard library does.
        let isRawValue = context != nil && type is any RawRepresentable.Type
        self.init(
            decoder, type: type, reason: isRawValue ? nil : context?.debugDescription ?? String(describing: refusal))
        hidesOthers = value?.isSingle != true
        isDoubtful = decoder.placeholders.lie(below: place)
    }

    /// The misfit that an error carries.
    init?(in error: any Error) {
        guard let misfit = (error as? DecodingError)?.context?.underlyingError as? Misfit else { return nil }
        self = misfit
    }

    /// The misfit with what is known of the type that asked at its place.
    func asked(by type: any Any.Type, hasPlaceholder: Bool) -> Misfit {
        var misfit = self
        if misfit.type == nil || type is any CaseIterable.Type { misfit.type = type }
        misfit.hidesOthers = hidesOthers || !hasPlaceholder
        return misfit
    }

    /// Whether nothing is given.
    var isMissing: Bool { value == nil && reason == nil }

    /// The misfit as the error that the standard library has for it.
    var decodingError: DecodingError {
        let type = type ?? Any.self
        let context = DecodingError.Context(
            codingPath: place.keys, debugDescription: "the request has no \(type) here", underlyingError: self)
        return switch (value, place.keys.last) {
        case (nil, let key?): .keyNotFound(key, context)
        case (nil, nil), (.json(.null), _): .valueNotFound(type, context)
        default: .typeMismatch(type, context)
        }
    }

    /// The misfit in the words of the interface.
    var fault: ParameterError {
        let expected = type.map(Expectation.of) ?? (isKeyed ? "object" : "array")
        if let reason { return .refused(name: place.name, found: value?.text, reason: reason) }
        switch value {
        case nil where place.isRoot: return .missingBody(expected: expected)
        case nil where place.isInArray: return .missingInBody(name: place.name, expected: expected)
        case nil: return .missing(name: place.name, expected: expected)
        case .json(let json): return .mistypedInBody(name: place.name, found: json.text, expected: expected)
        case .text(let text):
            let form = isKeyed ? " (as \(place.name).NAME=VALUE)" : ""
            return .mistyped(name: place.name, found: text, expected: expected + form)
        }
    }
}

extension ParameterNode.Value {
    /// The value as a message shows it.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .json(let json): json.text
        }
    }

    /// Whether it has no parts.
    fileprivate var isSingle: Bool {
        switch self {
        case .json(.array), .json(.object): false
        case .json, .text: true
        }
    }
}

/// A type in words that a person understands, such as `Int8 (-128 to 127)` or `one of: rent, rooms`.
enum Expectation {
    static func of(_ type: any Any.Type) -> String {
        if let described = type as? any DescribedType.Type { return described.expectation }
        if let cases = type as? any CaseIterable.Type, let values = cases.rawValues { return "one of: \(values)" }
        return String(describing: type)
    }
}

/// A type that says itself what is expected of a text for it.
protocol DescribedType {
    static var expectation: String { get }
}

extension Optional: DescribedType {
    static var expectation: String { Expectation.of(Wrapped.self) }
}

extension Array: DescribedType {
    static var expectation: String { "[\(Expectation.of(Element.self))]" }
}

extension Set: DescribedType {
    static var expectation: String { Array<Element>.expectation }
}

extension Dictionary: DescribedType {
    static var expectation: String { "[\(Expectation.of(Key.self)): \(Expectation.of(Value.self))]" }
}

extension CaseIterable {
    /// The raw values of the cases with commas between, or `nil` for a type without them.
    fileprivate static var rawValues: String? {
        let values = allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

/// Finds the faults after the first one.
///
/// A type's initialiser stops at its first error. So it runs again with a placeholder at that place, until it ends or
/// no placeholder can be made. Since each run stops where the type itself would, an error that the type forgives is no
/// fault. Each run is linear in what the request holds, and their number is limited.
struct FaultSearch {
    static let limit = 32

    private let root: ParameterNode
    private var faults: [ParameterError] = []
    private var places: Set<ParameterPlace> = []
    private var isComplete = true

    init(_ root: ParameterNode) { self.root = root }

    /// All faults of a type that are known after its first error.
    consuming func error<Value: Decodable>(for type: Value.Type, after first: any Error) -> ParametersError {
        var next: (any Error)? = first
        while let error = next {
            next = record(error) ? self.error(for: type) : nil
        }
        return ParametersError(faults, isComplete: isComplete)
    }

    /// Whether it is of use to go on.
    private mutating func record(_ error: any Error) -> Bool {
        guard let misfit = Misfit(in: error), places.count < Self.limit, places.insert(misfit.place).inserted else {
            isComplete = false
            return false
        }
        if !misfit.isDoubtful { faults.append(misfit.fault) }
        isComplete = isComplete && !misfit.hidesOthers
        return true
    }

    private func error<Value: Decodable>(for type: Value.Type) -> (any Error)? {
        do {
            _ = try ParameterDecoder(root, placeholders: .at(places)).decode(type)
            return nil
        } catch {
            return error
        }
    }
}

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
