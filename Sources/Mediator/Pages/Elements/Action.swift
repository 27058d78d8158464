/// An action that the user can choose: a call of a URL, or a message to a receiver of the page.
///
/// A call is made on behalf of the user. The call's value is displayed, unless the action has another `completion`.
/// `Message` is the type of the messages that the action can send. Within a view model, `Action` means an action with
/// the view model's messages. A page stores each action as an `Action<Never>`, without the type of the messages.
public struct Action<Message>: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the user.
    public var title: String
    /// The URL to call, if the action is a call.
    public var url: RouteURL?
    /// The message for the surrounding receiver, if the action is not a call.
    @_spi(Host) public var message: Payload?
    /// The step after the call.
    public var completion: Completion?
    /// The style of the title.
    public var style: Style?

    /// Creates an action that calls a URL; without a step after the call, the navigator displays the call's value.
    public init(_ title: String, calling url: RouteURL, then completion: Completion? = nil) {
        self.title = title
        self.url = url
        self.completion = completion
    }

    /// The action as an element.
    public var elements: [PageElement] { [.action(stored)] }

    /// The action without the type of its message, as a page stores it.
    @_spi(Host) public var stored: Action<Never> {
        var action = Action<Never>(title, calling: "", then: completion)
        (action.url, action.message, action.style) = (url, message, style)
        return action
    }
}

extension Action where Message: Encodable & Sendable {
    /// Creates an action that sends a message to the nearest receiver: a surrounding container's, or else the page's.
    public init(_ title: String, sending message: Message) {
        self.title = title
        self.message = Payload(message)
    }
}

extension Action<Never> {
    /// Creates an action that calls a URL and has no message; without a step after the call, the call's value is
    /// displayed.
    public init(_ title: String, calling url: RouteURL, then completion: Completion? = nil) {
        self.title = title
        self.url = url
        self.completion = completion
    }
}

/// The receiver of messages: a URL that is called with each message, or code of the module that made the page.
///
/// The JSON form of a receiver contains only the URL, because code cannot be sent to another process.
@_spi(Host) public struct Receiver: Sendable {
    /// The URL that is called with each message as its body, if the receiver is a URL.
    public let url: RouteURL?
    private let handler: (@Sendable (Payload) async throws -> Void)?
    /// The object that identifies the code: a view model, or a placeholder for a closure; `nil` for a URL.
    private let object: (any AnyObject & Sendable)?

    private final class Closure: Sendable {}

    /// Creates a receiver that calls a URL on behalf of the user, with each message as the body.
    public init(url: RouteURL) {
        self.url = url
        (handler, object) = (nil, nil)
    }

    /// Creates a receiver that decodes each message and passes it to a closure.
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

    /// The identity of the code, which is unique while the receiver exists, or `nil` for a URL.
    ///
    /// Copies of a receiver have the same identity, and so have all receivers of one view model.
    @_spi(Host) public var identity: ObjectIdentifier? { object.map { ObjectIdentifier($0) } }

    /// Passes a message to the code; does nothing if the receiver is a URL.
    /// - Throws: `PayloadError` if the message does not have the type that the code expects, or the error of the code.
    @_spi(Host) public func receive(_ message: Payload) async throws { try await handler?(message) }
}

@_spi(Host) extension Receiver: Equatable {
    /// Returns whether the URLs are equal; code is not compared.
    public static func == (first: Receiver, second: Receiver) -> Bool { first.url == second.url }
}

/// The step after an action's or a form's call has returned a value.
public enum Completion: Sendable, Equatable {
    /// The navigator displays the call's value.
    case show
    /// The navigator opens a URL.
    case open(url: RouteURL)
    /// The navigator dismisses the page with the call's value, if the page was presented.
    case dismiss
}

extension Completion: Codable {
    private enum Key: String, CodingKey { case open }

    /// Decodes `"show"`, `"dismiss"` or `{"open":URL}`; any other text is `show`.
    /// - Throws: `DecodingError` if the value is neither a text nor an object with a URL under `open`.
    public init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            self = word == "dismiss" ? .dismiss : .show
        } else {
            self = .open(url: try decoder.container(keyedBy: Key.self).decode(RouteURL.self, forKey: .open))
        }
    }

    /// Encodes the name of the step, or the URL under `open`.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .show: try "show".encode(to: encoder)
        case .dismiss: try "dismiss".encode(to: encoder)
        case .open(let url): try [Key.open.rawValue: url].encode(to: encoder)
        }
    }
}

/// The target of a numbered entry on a page, which the user can choose by its number.
@_spi(Host) @frozen public enum PageTarget: Sendable, Equatable {
    /// A URL to open.
    case open(title: String, url: RouteURL)
    /// A URL to call, or a message to send.
    case action(Action<Never>, receiver: Receiver?)
    /// A form to fill in, and the receiver of its values.
    case form(Form, receiver: Receiver?)

    /// The text for the user.
    public var title: String {
        switch self {
        case .open(let title, _): title
        case .action(let action, _): action.title
        case .form(let form, _): form.title
        }
    }
}

@_spi(Host) extension Page {
    /// All elements, including the elements of containers that are `ready`.
    public var allElements: [PageElement] { Self.all(elements) }

    private static func all(_ elements: [PageElement]) -> [PageElement] {
        elements.flatMap { element -> [PageElement] in
            guard case .container(let container) = element, container.state == .ready else { return [element] }
            return [element] + all(container.content)
        }
    }
}
