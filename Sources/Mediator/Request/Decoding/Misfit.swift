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
