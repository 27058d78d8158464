/// What a handler answers.
public enum Response: Sendable {
    /// A page, to be pushed.
    indirect case page(Page)
    /// A command for the navigator.
    indirect case command(NavigationCommand)
    /// The value of a call.
    case value(Payload)
    /// Another URL to be resolved in place of this one, with the same origin.
    case redirect(String)
    /// Nothing to show.
    case done
    /// Not for me after all: the next candidate is asked, or the resolvers after the last.
    case declined
    /// The same was asked a moment ago; the mediator answers so for routes that suppress duplicates.
    case suppressed
}

/// What a handler of an `Open` route may return.
public protocol ResponseConvertible: Sendable {
    /// The value as a response.
    var response: Response { get }
}

extension Response: ResponseConvertible {
    /// The response itself.
    public var response: Response { self }
}
