/// A mismatch between a request and the type into which its parameters are decoded, at one place of the value.
///
/// It is thrown inside a `DecodingError`, because the initialiser of a type may catch a `DecodingError`.
struct DecodingIssue: Error {
    let place: ParameterPlace
    let value: ParameterNode.Leaf?
    /// The names of the path's parameters, for the message about a type that is a single value.
    private let path: [String]
    /// The expected type; for a missing container, it is `nil` until `asked(by:hasPlaceholder:)` sets it.
    private(set) var type: (any Any.Type)?
    /// Whether this issue may hide further issues.
    private(set) var hidesOthers = false
    /// Whether a placeholder inside the value may be the cause of the issue. If so, the issue is not reported.
    private(set) var isDoubtful = false
    /// Whether the type expects an object, that is, names below the place.
    private let isKeyed: Bool
    /// The type's own reason for refusing the value.
    private let reason: String?

    /// Creates an issue for a missing or invalid value of a type or, if `type` is `nil`, for a missing container.
    init(_ decoder: ParameterDecoder, type: (any Any.Type)? = nil, isKeyed: Bool = false, reason: String? = nil) {
        place = decoder.place
        value = decoder.node?.value
        path = decoder.node?.path.map(\.name) ?? []
        self.type = type
        self.isKeyed = isKeyed
        self.reason = reason
    }

    /// Creates an issue for a value that a type's initialiser refused.
    init(_ decoder: ParameterDecoder, type: any Any.Type, refusal: any Error) {
        let context = (refusal as? DecodingError)?.context
        // For a raw value without a case, a list of the cases is more useful than the standard library's text.
        let isRawValue = context != nil && type is any RawRepresentable.Type
        self.init(decoder, type: type, reason: isRawValue ? nil : context?.debugDescription ?? refusal.inWords)
        hidesOthers = value?.isSingle != true
        isDoubtful = decoder.placeholders.lie(below: place)
    }

    init?(in error: any Error) {
        guard let issue = (error as? DecodingError)?.context?.underlyingError as? DecodingIssue else { return nil }
        self = issue
    }

    /// Returns the issue with the type that was requested at its place.
    func asked(by type: any Any.Type, hasPlaceholder: Bool) -> DecodingIssue {
        var issue = self
        if issue.type == nil || type is any CaseIterable.Type { issue.type = type }
        issue.hidesOthers = hidesOthers || !hasPlaceholder
        return issue
    }

    var isMissing: Bool { value == nil && reason == nil }

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

    /// The issue as an error of the public interface.
    var fault: ParameterError {
        let expected = type.map(Expectation.of) ?? (isKeyed ? "object" : "array")
        if let reason { return .refused(name: place.name, found: value?.text, reason: reason) }
        switch value {
        case nil where place.isRoot && path.count > 1:
            let names = path.joined(separator: ", ")
            let reason = "\(expected) is one value, but the path has \(names), which need a struct"
            return .refused(name: "", found: nil, reason: reason)
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

extension ParameterNode.Leaf {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .json(let json): json.text
        }
    }

    fileprivate var isSingle: Bool {
        switch self {
        case .json(.array), .json(.object): false
        case .json, .text: true
        }
    }
}

/// A description of a type for people, such as `Int8 (-128 to 127)` or `one of: rent, rooms`.
enum Expectation {
    static func of(_ type: any Any.Type) -> String {
        if let described = type as? any DescribedType.Type { return described.expectation }
        if let cases = type as? any CaseIterable.Type, let values = cases.rawValues { return "one of: \(values)" }
        return String(describing: type)
    }
}

/// A type that describes the text that it expects.
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
    /// The raw values of the cases, separated by commas; `nil` for a type without raw values.
    fileprivate static var rawValues: String? {
        let values = allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

/// A search for the faults after the first fault.
///
/// A type's initialiser stops at its first error. The search runs the initialiser again with a placeholder at the
/// place of the error, until a run succeeds or no placeholder is possible. An error that the type itself ignores
/// is not a fault, because it does not stop a run.
/// Each run is linear in the size of the request, and the number of runs is limited.
struct FaultSearch {
    static let limit = 32

    private let root: ParameterNode
    private var faults: [ParameterError] = []
    private var places: Set<ParameterPlace> = []
    private var isComplete = true

    init(_ root: ParameterNode) { self.root = root }

    /// Returns all faults of the request that can be found with the type; `first` is the error of the first run.
    consuming func error<Value: Decodable>(for type: Value.Type, after first: any Error) -> ParametersError {
        var next: (any Error)? = first
        while let error = next {
            next = record(error) ? self.error(for: type) : nil
        }
        return ParametersError(faults, isComplete: isComplete)
    }

    /// Records an error and returns whether another run is useful.
    private mutating func record(_ error: any Error) -> Bool {
        guard let issue = DecodingIssue(in: error), places.count < Self.limit, places.insert(issue.place).inserted
        else {
            isComplete = false
            return false
        }
        if !issue.isDoubtful { faults.append(issue.fault) }
        isComplete = isComplete && !issue.hidesOthers
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
