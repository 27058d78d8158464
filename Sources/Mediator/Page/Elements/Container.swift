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
