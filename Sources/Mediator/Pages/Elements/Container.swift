/// A part of a page with its own layout, state and receiver.
///
/// A container that is not `ready` shows its state instead of its content. The container's receiver gets the messages
/// that the elements of the content send.
///
/// ```swift
/// Container("prices", receiving: { (message: PricesMessage) in await prices.receive(message) }) {
///     Field("Today", prices.today)
///     Action("Ask again", sending: PricesMessage.refresh)
/// }
/// ```
public struct Container: PageContent, Sendable {
    /// The state of a container.
    public enum State: String, Sendable, Codable {
        /// The container shows its content.
        case ready
        /// The container waits for its content.
        case loading
        /// The content cannot be shown; the container shows the reason.
        case failed
        /// The container waits for a network.
        case offline
    }

    /// The maximum nesting depth of containers; deeper containers are not rendered, and are an error in JSON.
    public static let depthLimit = 16

    /// The container's identity on the page.
    public var id: String?
    /// The state; `ready` shows the content.
    public var state = State.ready
    /// The reason for the state, for the user.
    public var reason: String?
    /// The action that is offered if the state is `failed` or `offline`.
    public var retry: Action<Never>?
    /// The receiver of the container's messages, or `nil` for the surrounding receiver.
    @_spi(Host) public var receiver: Receiver?
    /// The layout of the content.
    public var layout = Layout()
    /// The elements of the container.
    public var content: [PageElement]
    /// The source of updated content, if the container shows a view model.
    @_spi(Host) public var source: PageSource?
    /// The lease of the module whose page the container shows, if the page was the value of a call.
    var lease: Lease?

    /// Creates a container whose messages go to the surrounding receiver.
    /// - Throws: the error of `content`.
    public init(_ id: String? = nil, @PageBuilder content: () throws -> [PageElement]) rethrows {
        self.id = id
        self.content = try content()
    }

    /// Creates a container that calls a URL with each message.
    /// - Throws: the error of `content`.
    public init(_ id: String, sendingTo url: RouteURL, @PageBuilder content: () throws -> [PageElement]) rethrows {
        try self.init(id, content: content)
        receiver = Receiver(url: url)
    }

    /// Creates a container that passes messages to code of its module.
    /// - Throws: the error of `content`.
    public init<Message: Decodable & Sendable, Failure: Error>(
        _ id: String, receiving handler: @escaping @Sendable (Message) async throws -> Void,
        @PageBuilder content: () throws(Failure) -> [PageElement]
    ) throws(Failure) {
        let content = try content()
        self.init(id) { for element in content { element } }
        receiver = Receiver(handler)
    }

    /// The container as an element.
    public var elements: [PageElement] { [.container(self)] }
}

extension Container: Equatable {
    /// Returns whether the descriptions are equal; the sources of content are not compared.
    public static func == (first: Container, second: Container) -> Bool {
        first.content == second.content && first.hasFrame(of: second)
    }

    /// Returns whether everything except the content is equal.
    func hasFrame(of other: Container) -> Bool {
        id == other.id && state == other.state && reason == other.reason && retry == other.retry
            && receiver == other.receiver && layout == other.layout
    }
}

extension Container: Codable {
    private enum Key: String, CodingKey { case id, state, reason, retry, receiver, layout, elements }

    /// Decodes `{"elements":[…]}` and the other properties; an unknown state counts as `failed`.
    /// - Throws: `DecodingError` if containers are nested deeper than `depthLimit`.
    public init(from decoder: any Decoder) throws {
        let depth = decoder.codingPath.count { $0.stringValue == Key.elements.rawValue }
        let container = try decoder.container(keyedBy: Key.self)
        guard depth <= Self.depthLimit else {
            let text = "containers are nested more than \(Self.depthLimit) levels deep; remove some"
            throw DecodingError.dataCorruptedError(forKey: .elements, in: container, debugDescription: text)
        }
        id = try container.decodeIfPresent(String.self, forKey: .id)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        retry = try container.decodeIfPresent(Action<Never>.self, forKey: .retry)
        receiver = try container.decodeIfPresent(RouteURL.self, forKey: .receiver).map(Receiver.init(url:))
        layout = try container.decodeIfPresent(Layout.self, forKey: .layout) ?? Layout()
        content = try container.decodeIfPresent([PageElement].self, forKey: .elements) ?? []
        guard let word = try container.decodeIfPresent(String.self, forKey: .state) else { return }
        state = State(rawValue: word) ?? .failed
        if State(rawValue: word) == nil { reason = reason ?? "its state \"\(word)\" is not known here" }
    }

    /// Encodes the elements, and the properties that differ from an empty container in the state `ready`.
    /// - Throws: the encoder's error, such as for a message without a JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(id, forKey: .id)
        if state != .ready { try container.encode(state, forKey: .state) }
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(retry, forKey: .retry)
        try container.encodeIfPresent(receiver?.url, forKey: .receiver)
        if layout != Layout() { try container.encode(layout, forKey: .layout) }
        try container.encode(content, forKey: .elements)
    }
}

extension Container {
    /// Returns the container in the state `loading`.
    public func loading() -> Container { then { $0.state = .loading } }

    /// Returns the container in the state `failed`, with a reason and an action to retry.
    public func failed<Message>(_ reason: String, retry: Action<Message>? = Action<Never>?.none) -> Container {
        then {
            $0.state = .failed
            $0.reason = reason
            $0.retry = retry?.stored
        }
    }

    /// Returns the container in the state `offline`, with an action to retry.
    public func offline<Message>(retry: Action<Message>? = Action<Never>?.none) -> Container {
        then {
            $0.state = .offline
            $0.retry = retry?.stored
        }
    }

    /// Returns the container with a layout for its content.
    public func makeLayout(_ layout: some Layoutable) -> Container { then { $0.layout = layout.layout } }
}
