@_spi(Host) import ModuleKit

/// What a stub answers in place of another module's route.
enum StubAnswer: Sendable, Equatable {
    /// Answers a call.
    case value(JSONValue)
    /// Answers an opened URL with a page of that title.
    case page(String)
    /// Fails a call, or an opened URL.
    case error(String, Verb)

    /// What a person can write.
    static let forms = #"{"value":…}, {"page":"title"}, {"error":"text"} or {"error":"text","verb":"open"}"#

    /// Reads an answer as it is written; `nil` where it is none.
    init?(_ tree: JSONValue) {
        guard case .object(let members) = tree else { return nil }
        switch (members.keys.sorted(), members["value"], members["page"], members["error"]) {
        case (["value"], let value?, _, _): self = .value(value)
        case (["page"], _, .string(let title), _): self = .page(title)
        case (["error"], _, _, .string(let text)): self = .error(text, .call)
        case (["error", "verb"], _, _, .string(let text)):
            guard case .string(let word) = members["verb"], let verb = Verb(rawValue: word) else { return nil }
            self = .error(text, verb)
        default: return nil
        }
    }

    /// The verb that it answers.
    var verb: Verb {
        switch self {
        case .value: .call
        case .page: .open
        case .error(_, let verb): verb
        }
    }

    /// The answer as a route's handler gives it.
    func response() throws(StubFailure) -> Response {
        switch self {
        case .value(let tree): return .value(Payload(tree))
        case .page(let title): return .page(Page(title) {})
        case .error(let text, _): throw StubFailure(description: text)
        }
    }
}

/// The failure that a stub was asked for.
struct StubFailure: Error, Sendable, Equatable, CustomStringConvertible {
    let description: String
}
