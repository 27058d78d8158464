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

/// Where the signals of a part of a page go: a URL that is called with each of them, or code of the module that made it.
///
/// Code does not travel: in JSON only the URL is left of a callback.
public struct Callback: Sendable {
    /// The URL that is called with each signal as its body, if it is a URL.
    public let url: String?
    private let handler: (@Sendable (Payload) async throws -> Void)?

    /// Calls a URL with each signal as its body, on behalf of the person at the navigator.
    public init(url: String) {
        self.url = url
        handler = nil
    }

    /// Hands each signal over as an event of the type that the part throws.
    public init<Event: Decodable & Sendable>(_ handler: @escaping @Sendable (Event) async throws -> Void) {
        url = nil
        self.handler = { try await handler(try $0.decode(as: Event.self)) }
    }

    /// Hands a signal to the code; nothing happens where the callback is a URL.
    ///
    /// - Throws: `PayloadError` where the signal is no event of the type, or what the code throws.
    @_spi(Host) public func receive(_ signal: Payload) async throws { try await handler?(signal) }
}

extension Callback: Equatable {
    /// Whether the two lead to the same URL; code cannot be compared.
    public static func == (first: Callback, second: Callback) -> Bool { first.url == second.url }
}

/// What happens after a call that a page's action or form made.
public enum Completion: Sendable, Equatable {
    /// The call's value is shown.
    case show
    /// A URL is opened.
    case open(url: String)
    /// The page is dismissed with the call's value, if it was presented.
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

/// What a person can choose on a page.
@_spi(Host) public enum PageChoice: Sendable, Equatable {
    /// A URL to open.
    case open(title: String, url: String)
    /// A URL to call.
    case call(title: String, url: String)
    /// A signal for the callback, if there is one.
    case signal(title: String, Payload, Callback?)
    /// Values to fill in, and then a call or a signal.
    case form(Form, Callback?)

    /// What the person reads.
    public var title: String {
        switch self {
        case .open(let title, _), .call(let title, _), .signal(let title, _, _): title
        case .form(let form, _): form.title
        }
    }
}

@_spi(Host) extension Page {
    /// All that can be chosen on the page, in the order in which it is shown.
    public var choices: [PageChoice] { Self.choices(of: elements, callback) }

    /// All elements, those of containers that show their content too.
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
