/// An action of the person: a call, or a message to the describer of the page.
///
/// A call is a request of the person at the navigator; its value is shown, or used by the completion. `Message` is the
/// type of what the action may send. Within a view model, `Action` stands for the action of its own messages; in a
/// page, the type is no longer known, and is `Never`.
public struct Action<Message>: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the person.
    public var title: String
    /// The URL to call, if the action is a call.
    public var url: RouteURL?
    /// The message for the receiver around the action, if the action is no call.
    @_spi(Host) public var message: Payload?
    /// The step after the call.
    public var completion: Completion?
    /// The style of the title.
    public var style: Style?

    /// Creates a call, and the step after it; without one, the navigator shows the call's value.
    public init(_ title: String, calling url: RouteURL, then completion: Completion? = nil) {
        self.title = title
        self.url = url
        self.completion = completion
    }

    /// The action as an element.
    public var elements: [PageElement] { [.action(stored)] }

    /// The action as a page has it, without the type of its message.
    @_spi(Host) public var stored: Action<Never> {
        var action = Action<Never>(title, calling: "", then: completion)
        (action.url, action.message, action.style) = (url, message, style)
        return action
    }
}

extension Action where Message: Encodable & Sendable {
    /// Creates a message: the receiver of the innermost container with one receives it.
    ///
    /// The page does not know which receiver that is.
    public init(_ title: String, sending message: Message) {
        self.title = title
        self.message = Payload(message)
    }
}

extension Action<Never> {
    /// Creates a call outside of a view model, and the step after it; by default, the navigator shows the call's value.
    public init(_ title: String, calling url: RouteURL, then completion: Completion? = nil) {
        self.title = title
        self.url = url
        self.completion = completion
    }
}

/// The receiver of a part's messages: a URL that is called with each of them, or code of the module that made the part.
///
/// Code does not travel: the JSON of a receiver has the URL alone.
@_spi(Host) public struct Receiver: Sendable {
    /// The URL that is called with each message as its body, if the receiver is a URL.
    public let url: RouteURL?
    private let handler: (@Sendable (Payload) async throws -> Void)?
    /// The object behind the receiver, if it is code: a view model, or an object that stands for a closure.
    private let object: (any AnyObject & Sendable)?

    private final class Closure: Sendable {}

    /// Creates a receiver that calls a URL with each message as its body, on behalf of the person at the navigator.
    public init(url: RouteURL) {
        self.url = url
        (handler, object) = (nil, nil)
    }

    /// Creates a receiver of messages of the type that the part sends.
    public init<Message: Decodable & Sendable>(_ handler: @escaping @Sendable (Message) async throws -> Void) {
        url = nil
        self.handler = { try await handler(try $0.decode(as: Message.self)) }
        object = Closure()
    }

    init<Model: ViewModel>(_ model: Model) {
        url = nil
        handler = { try await model.receive(try $0.decode(as: Model.Message.self)) }
        object = model
    }

    /// The identity of the code, as long as the receiver is kept: equal for copies of one receiver, and for all
    /// receivers of one view model; `nil` for a URL.
    @_spi(Host) public var identity: ObjectIdentifier? { object.map { ObjectIdentifier($0) } }

    /// Passes a message to the code; it has no effect if the receiver is a URL.
    /// - Throws: `PayloadError` if the message is not of the type, or the code's own error.
    @_spi(Host) public func receive(_ message: Payload) async throws { try await handler?(message) }
}

@_spi(Host) extension Receiver: Equatable {
    /// Returns whether the two have equal URLs; code cannot be compared.
    public static func == (first: Receiver, second: Receiver) -> Bool { first.url == second.url }
}

/// The step after a call of a page's action or form.
public enum Completion: Sendable, Equatable {
    /// The navigator shows the call's value.
    case show
    /// The navigator opens a URL.
    case open(url: RouteURL)
    /// The navigator dismisses the page with the call's value, if it was presented.
    case dismiss
}

extension Completion: Codable {
    private enum Key: String, CodingKey { case open }

    /// Decodes `"show"`, `"dismiss"` or `{"open":URL}`; any other text is `show`.
    /// - Throws: `DecodingError` for what is neither a text nor an object with a URL under `open`.
    public init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            self = word == "dismiss" ? .dismiss : .show
        } else {
            self = .open(url: try decoder.container(keyedBy: Key.self).decode(RouteURL.self, forKey: .open))
        }
    }

    /// Encodes a word, or the URL under `open`.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .show: try "show".encode(to: encoder)
        case .dismiss: try "dismiss".encode(to: encoder)
        case .open(let url): try [Key.open.rawValue: url].encode(to: encoder)
        }
    }
}

/// The target of a number on a page.
@_spi(Host) @frozen public enum PageTarget: Sendable, Equatable {
    /// A URL to open.
    case open(title: String, url: RouteURL)
    /// A URL to call, or a message to send.
    case action(Action<Never>, receiver: Receiver?)
    /// The values to ask for, and then the effect of an action.
    case form(Form, receiver: Receiver?)

    /// The text for the person.
    public var title: String {
        switch self {
        case .open(let title, _): title
        case .action(let action, _): action.title
        case .form(let form, _): form.title
        }
    }
}

@_spi(Host) extension Page {
    /// All elements, including those of containers that show their content.
    public var allElements: [PageElement] { Self.all(elements) }

    private static func all(_ elements: [PageElement]) -> [PageElement] {
        elements.flatMap { element -> [PageElement] in
            guard case .container(let container) = element, container.state == .ready else { return [element] }
            return [element] + all(container.content)
        }
    }
}
