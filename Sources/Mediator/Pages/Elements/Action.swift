/// An action of the person: a call, or a signal to the describer of the page.
///
/// A call is a request of the person at the navigator; its value is shown, or used by the completion.
public struct Action: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the person.
    public var title: String
    /// The URL to call, if the action is a call.
    public var url: RouteURL?
    /// The signal for the callback around the action, if the action is no call.
    public var signal: Payload?
    /// The step after the call.
    public var completion: Completion?
    /// The style of the title.
    public var style: Style?

    /// Creates a call.
    public init(_ title: String, calling url: RouteURL) {
        self.title = title
        self.url = url
    }

    /// Creates a signal: the callback of the innermost container with one receives the event.
    ///
    /// The page does not know which callback receives it.
    public init(_ title: String, throwing event: some Encodable & Sendable) {
        self.title = title
        signal = Payload(event)
    }

    /// The action as an element.
    public var elements: [PageElement] { [.action(self)] }
}

/// The receiver of the signals of a part of a page: a URL that is called with each of them, or code of the module that
/// made the part.
///
/// Code does not travel: the JSON of a callback has the URL alone.
public struct Callback: Sendable {
    /// The URL that is called with each signal as its body, if the callback is a URL.
    public let url: RouteURL?
    private let handler: (@Sendable (Payload) async throws -> Void)?
    /// The receiver, if the callback is code: a view model, or an object that stands for a closure.
    private let receiver: (any AnyObject & Sendable)?

    private final class Closure: Sendable {}

    /// Creates a callback that calls a URL with each signal as its body, on behalf of the person at the navigator.
    public init(url: RouteURL) {
        self.url = url
        (handler, receiver) = (nil, nil)
    }

    /// Creates a callback that receives each signal as an event of the type that the part throws.
    public init<Event: Decodable & Sendable>(_ handler: @escaping @Sendable (Event) async throws -> Void) {
        url = nil
        self.handler = { try await handler(try $0.decode(as: Event.self)) }
        receiver = Closure()
    }

    /// Creates a callback that passes signals to a view model.
    init<Model: ViewModel>(_ model: Model) {
        url = nil
        handler = { try await model.receive(try $0.decode(as: Model.Event.self)) }
        receiver = model
    }

    /// The identity of the code, as long as the callback is kept: equal for copies of one callback, and for all callbacks
    /// of one view model; `nil` for a URL.
    @_spi(Host) public var identity: ObjectIdentifier? { receiver.map { ObjectIdentifier($0) } }

    /// Passes a signal to the code; it has no effect if the callback is a URL.
    ///
    /// - Throws: `PayloadError` if the signal is no event of the type, or the code's own error.
    @_spi(Host) public func receive(_ signal: Payload) async throws { try await handler?(signal) }
}

extension Callback: Equatable {
    /// Returns whether the two have equal URLs; code cannot be compared.
    public static func == (first: Callback, second: Callback) -> Bool { first.url == second.url }
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
    public init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            self = word == "dismiss" ? .dismiss : .show
        } else {
            self = .open(url: try decoder.container(keyedBy: Key.self).decode(RouteURL.self, forKey: .open))
        }
    }

    /// Encodes a word, or the URL under `open`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .show: try Self.encode("show", to: encoder)
        case .dismiss: try Self.encode("dismiss", to: encoder)
        case .open(let url):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(url, forKey: .open)
        }
    }

    private static func encode(_ word: String, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}

/// The target of a number on a page.
@_spi(Host) @frozen public enum PageTarget: Sendable, Equatable {
    /// A URL to open.
    case open(title: String, url: RouteURL)
    /// A URL to call, or a signal to send.
    case action(Action, callback: Callback?)
    /// The values to ask for, and then the effect of an action.
    case form(Form, callback: Callback?)

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
