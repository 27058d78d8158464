/// Something to do: a call that the person makes, or a signal to whoever describes the page.
///
/// A call is a request of the person at the navigator; its value is shown, or used as the completion says.
public struct Action: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads.
    public var title: String
    /// The URL that is called, if one is.
    public var url: String?
    /// What the callback around the action is given, if no URL is called.
    public var signal: Payload?
    /// What happens after the call.
    public var completion: Completion?
    /// How the title looks.
    public var style: Style?

    /// Describes a call.
    public init(_ title: String, calling url: String) {
        self.title = title
        self.url = url
    }

    /// Describes a signal: the callback of the innermost container that has one is given the event.
    ///
    /// The page throws it and knows nobody who catches it.
    public init(_ title: String, throwing event: some Encodable & Sendable) {
        self.title = title
        signal = Payload(event)
    }

    /// The action as an element.
    public var elements: [PageElement] { [.action(self)] }
}
