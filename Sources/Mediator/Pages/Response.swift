/// The answer of a handler.
public enum Response: Sendable {
    /// A page, which the navigator pushes.
    indirect case page(Page)
    /// A command for the navigator.
    indirect case command(NavigationCommand)
    /// The value of a call.
    case value(Payload)
    /// A URL to resolve instead of the requested URL; the origin of the request stays the same.
    indirect case redirect(to: RouteURL)
    /// No page, command or value.
    case done
    /// The handler declines: the mediator asks the next candidate; after the last candidate, it asks the resolvers.
    case declined
    /// The mediator's answer if a route that suppresses duplicates is opened again within a short time.
    case suppressed
}

/// A type that a handler of an `Open` route may return.
public protocol ResponseConvertible: Sendable {
    /// The value as a response.
    var response: Response { get }
}

extension Response: ResponseConvertible {
    /// The response itself.
    public var response: Response { self }
}

extension Response {
    var page: Page? {
        switch self {
        case .page(let page): page
        case .command(let command): command.page
        default: nil
        }
    }

    func suits(_ verb: Request.Verb) -> Bool {
        switch self {
        case .redirect: true
        case .value: verb == .call
        case .page, .command, .suppressed: verb == .open
        case .done: true
        case .declined: false
        }
    }
}

extension Response {
    /// Returns a description of the response for messages and traces, with URLs redacted by a closure.
    func words(_ shown: (String) -> String) -> String {
        switch self {
        case .page: "a page"
        case .command(let command): "the command \(command.name)"
        case .value: "a value"
        case .redirect(let url): "a redirect to \(shown(url.text))"
        case .done: "nothing"
        case .declined: "a refusal to answer"
        case .suppressed: "a suppressed duplicate"
        }
    }
}
