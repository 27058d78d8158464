@_spi(Host) import Mediator

/// The answer of a test in place of another module's route.
public struct Stub: Sendable {
    let verb: Verb
    /// Whether the stub may decline, so that only a request shows whether it answers.
    var mayDecline = false
    var labels: [RouteLabel] = []
    let handler: Route.Handler

    /// Returns the stub with a label, as another module's route has it.
    public func labelled(_ name: String, _ text: String? = nil) -> Stub {
        var stub = self
        stub.labels.append(RouteLabel(name, text))
        return stub
    }

    /// Returns a stub that answers a call with a value.
    public static func value(_ value: some Encodable & Sendable) -> Stub {
        Stub(verb: .call) { _ in .value(Payload(value)) }
    }

    /// Returns a stub that answers an opened URL with a page, a command or a redirect.
    public static func answer(_ answer: some ResponseConvertible) -> Stub {
        let response = answer.response
        let declines = if case .declined = response { true } else { false }
        return Stub(verb: .open, mayDecline: declines) { _ in response }
    }

    /// Returns a stub that fails.
    public static func failure(_ verb: Verb, _ error: any Error) -> Stub {
        Stub(verb: verb) { _ in throw error }
    }

    /// Returns a stub whose answer a closure makes from the request; the closure may decline, so `canOpen` is
    /// undecided.
    public static func handler(_ verb: Verb, _ handler: @escaping Route.Handler) -> Stub {
        Stub(verb: verb, mayDecline: true, handler: handler)
    }
}

extension Stub {
    /// Returns the route of the stub.
    func route(_ pattern: String) -> Route {
        let location = SourceLocation(fileID: #fileID, line: #line)
        var route = Route(pattern, verb: verb, access: .modules, location: location, handler: handler)
        route.mayDecline = mayDecline
        route.labels = labels
        return route
    }
}
