/// A part of a page that is arranged, loaded and answered by itself.
///
/// While its content is not there, it shows its state in place of it. All signals that are thrown within it go to its one
/// callback.
///
/// ```swift
/// Container("prices", callback: { (event: PricesEvent) in await prices.receive(event) }) {
///     Field("Today", prices.today)
///     Action("Ask again", throwing: PricesEvent.refresh)
/// }
/// ```
public struct Container: PageContent, Sendable {
    /// What is there to be shown.
    public enum State: String, Sendable, Codable {
        /// The content.
        case ready
        /// Nothing yet.
        case loading
        /// The reason for which there is nothing.
        case failed
        /// Nothing, until there is a network again.
        case offline
    }

    /// How many containers may lie within one another; what lies deeper is not shown, and is an error in JSON.
    public static let depthLimit = 16

    /// What tells the container apart from the page's others.
    public var id: String?
    /// Whether the content is shown.
    public var state = State.ready
    /// Why the state is what it is, for people.
    public var reason: String?
    /// What to do about a failure, or about a network that is missing.
    public var retry: Action?
    /// Where its signals go; `nil` for the callback around it.
    public var callback: Callback?
    /// How its content is arranged.
    public var layout = Layout()
    /// What it holds.
    public var content: [PageElement]
    /// What the content is made of again when it changes, if the container shows a view model.
    @_spi(Host) public var source: PageSource?

    /// Describes a container whose signals go to the callback around it.
    public init(_ id: String? = nil, @PageBuilder content: () throws -> [PageElement]) rethrows {
        self.id = id
        self.content = try content()
    }

    /// Describes a container whose signals are calls of a URL.
    public init(_ id: String, callback url: String, @PageBuilder content: () throws -> [PageElement]) rethrows {
        try self.init(id, content: content)
        callback = Callback(url: url)
    }

    /// Describes a container whose signals are events for the code of its module.
    public init<Event: Decodable & Sendable, Failure: Error>(
        _ id: String, callback: @escaping @Sendable (Event) async throws -> Void,
        @PageBuilder content: () throws(Failure) -> [PageElement]
    ) throws(Failure) {
        let content = try content()
        self.init(id) { for element in content { element } }
        self.callback = Callback(callback)
    }

    /// The container as an element.
    public var elements: [PageElement] { [.container(self)] }
}

extension Container: Equatable {
    /// Whether both describe the same; what their content is made of does not count.
    public static func == (first: Container, second: Container) -> Bool {
        first.content == second.content && first.hasFrame(of: second)
    }

    /// Whether all but the content is the same.
    func hasFrame(of other: Container) -> Bool {
        id == other.id && state == other.state && reason == other.reason && retry == other.retry
            && callback == other.callback && layout == other.layout
    }
}

extension Container: Codable {
    private enum Key: String, CodingKey { case id, state, reason, retry, callback, layout, elements }

    /// Decodes `{"elements":[…]}` with what else there is; a state that this version does not know is a failure.
    ///
    /// - Throws: `DecodingError` where it lies deeper than `depthLimit`.
    public init(from decoder: any Decoder) throws {
        let depth = decoder.codingPath.count { $0.stringValue == Key.elements.rawValue }
        let container = try decoder.container(keyedBy: Key.self)
        guard depth <= Self.depthLimit else {
            let text = "containers lie deeper than \(Self.depthLimit) within one another; take some away"
            throw DecodingError.dataCorruptedError(forKey: .elements, in: container, debugDescription: text)
        }
        id = try container.decodeIfPresent(String.self, forKey: .id)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        retry = try container.decodeIfPresent(Action.self, forKey: .retry)
        callback = try container.decodeIfPresent(String.self, forKey: .callback).map(Callback.init(url:))
        layout = try container.decodeIfPresent(Layout.self, forKey: .layout) ?? Layout()
        content = try container.decodeIfPresent([PageElement].self, forKey: .elements) ?? []
        try decodeState(container)
    }

    private mutating func decodeState(_ container: KeyedDecodingContainer<Key>) throws {
        guard let word = try container.decodeIfPresent(String.self, forKey: .state) else { return }
        guard let known = State(rawValue: word) else {
            state = .failed
            reason = reason ?? "its state \"\(word)\" is not known here"
            return
        }
        state = known
    }

    /// Encodes what differs from an empty container in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(id, forKey: .id)
        if state != .ready { try container.encode(state, forKey: .state) }
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(retry, forKey: .retry)
        try container.encodeIfPresent(callback?.url, forKey: .callback)
        if layout != Layout() { try container.encode(layout, forKey: .layout) }
        try container.encode(content, forKey: .elements)
    }
}

extension Container {
    /// The same while its content is on the way.
    public func loading() -> Container { then { $0.state = .loading } }

    /// The same without its content, with the reason and a way to try again.
    public func failed(_ reason: String, retry: Action? = nil) -> Container {
        then {
            $0.state = .failed
            $0.reason = reason
            $0.retry = retry
        }
    }

    /// The same without its content, until there is a network again.
    public func offline(retry: Action? = nil) -> Container {
        then {
            $0.state = .offline
            $0.retry = retry
        }
    }

    /// The same, with its content arranged as a layout says.
    public func makeLayout(_ layout: some Layoutable) -> Container { then { $0.layout = layout.layout } }
}
