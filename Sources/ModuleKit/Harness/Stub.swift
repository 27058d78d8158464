/// What a test answers in place of another module's route.
public struct Stub: Sendable {
    let verb: Verb
    /// Whether only asking it tells whether it answers.
    var mayDecline = false
    let handler: Route.Handler

    /// Answers a call with a value.
    public static func value(_ value: some Encodable & Sendable) -> Stub {
        Stub(verb: .call) { _ in .value(Payload(value)) }
    }

    /// Answers an opened URL with a page, a command or a redirect.
    public static func answer(_ answer: some ResponseConvertible) -> Stub {
        let response = answer.response
        let declines = if case .declined = response { true } else { false }
        return Stub(verb: .open, mayDecline: declines) { _ in response }
    }

    /// Fails.
    public static func failure(_ verb: Verb, _ error: any Error) -> Stub {
        Stub(verb: verb) { _ in throw error }
    }

    /// Answers with what the closure makes of the request, which may decline; so `canOpen` is undecided.
    public static func handler(_ verb: Verb, _ handler: @escaping Route.Handler) -> Stub {
        Stub(verb: verb, mayDecline: true, handler: handler)
    }
}
