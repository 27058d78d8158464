/// An action of the person: a call, or a signal to the describer of the page.
///
/// A call is a request of the person at the navigator; its value is shown, or used by the completion.
public struct Action: PageContent, Styled, Sendable, Equatable, Codable {
    /// The text for the person.
    public var title: String
    /// The URL to call, if the action is a call.
    public var url: String?
    /// The signal for the callback around the action, if the action is no call.
    public var signal: Payload?
    /// The step after the call.
    public var completion: Completion?
    /// The style of the title.
    public var style: Style?

    /// Creates a call.
    public init(_ title: String, calling url: String) {
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
    public let url: String?
    private let handler: (@Sendable (Payload) async throws -> Void)?

    /// Creates a callback that calls a URL with each signal as its body, on behalf of the person at the navigator.
    public init(url: String) {
        self.url = url
        handler = nil
    }

    /// Creates a callback that receives each signal as an event of the type that the part throws.
    public init<Event: Decodable & Sendable>(_ handler: @escaping @Sendable (Event) async throws -> Void) {
        url = nil
        self.handler = { try await handler(try $0.decode(as: Event.self)) }
    }

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
    case open(url: String)
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
            self = .open(url: try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .open))
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

/// A choice of the person on a page.
@_spi(Host) public enum PageChoice: Sendable, Equatable {
    /// A URL to open.
    case open(title: String, url: String)
    /// A URL to call.
    case call(title: String, url: String)
    /// A signal for the callback, if there is one.
    case signal(title: String, Payload, Callback?)
    /// Values to fill in, followed by a call or a signal.
    case form(Form, Callback?)

    /// The text for the person.
    public var title: String {
        switch self {
        case .open(let title, _), .call(let title, _), .signal(let title, _, _): title
        case .form(let form, _): form.title
        }
    }
}

@_spi(Host) extension Page {
    /// All choices of the page, in the order in which it is shown.
    public var choices: [PageChoice] { Self.choices(of: elements, callback) }

    /// All elements, including those of containers that show their content.
    public var allElements: [PageElement] { Self.all(elements) }

    private static func all(_ elements: [PageElement]) -> [PageElement] {
        elements.flatMap { element -> [PageElement] in
            guard case .container(let container) = element, container.state == .ready else { return [element] }
            return [element] + all(container.content)
        }
    }

    private static func choices(of elements: [PageElement], _ callback: Callback?) -> [PageChoice] {
        elements.flatMap { choices(of: $0, callback) }
    }

    private static func choices(of element: PageElement, _ callback: Callback?) -> [PageChoice] {
        switch element {
        case .link(let link): [.open(title: link.title, url: link.url)]
        case .image(let image): [.open(title: image.caption, url: image.url)]
        case .action(let action): choice(action.title, nil, action.url, action.signal, callback)
        case .form(let form): [.form(form, callback)]
        case .list(let list): list.items.flatMap { choice($0.title, $0.url, nil, $0.signal, callback) }
        case .table(let table): table.rows.flatMap { choice($0.cells.first ?? "", $0.url, nil, $0.signal, callback) }
        case .container(let container):
            container.state == .ready
                ? choices(of: container.content, container.callback ?? callback)
                : container.retry.map { choices(of: .action($0), container.callback ?? callback) } ?? []
        default: []
        }
    }

    private static func choice(
        _ title: String, _ opened: String?, _ called: String?, _ signal: Payload?, _ callback: Callback?
    ) -> [PageChoice] {
        if let opened { return [.open(title: title, url: opened)] }
        if let called { return [.call(title: title, url: called)] }
        return signal.map { [.signal(title: title, $0, callback)] } ?? []
    }
}
