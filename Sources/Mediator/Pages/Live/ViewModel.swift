/// The model behind a page, or behind a part of one: it makes the content from its state and receives the person's
/// actions as messages. It knows no view and no terminal, and only the view knows it.
///
/// ```swift
/// final class CounterModel: ViewModel {
///     enum Message: Codable { case add(Int) }
///
///     private let count = Live(0)
///
///     var content: [PageElement] {
///         Field("Count", "\(count.value)")
///         Action("One more", sending: .add(1))
///     }
///
///     func receive(_ message: Message) {
///         switch message {
///         case .add(let number): count.update { $0 += number }
///         }
///     }
/// }
///
/// Open("/counter") { _ in Page("Counter", showing: counter) }
/// ```
///
/// If a `Live` that `content` read changes, `content` is read again and the page is drawn anew. It may show others in
/// containers: `Container("prices", showing: prices)`. It is `Sendable`: no other code can write its properties.
public protocol ViewModel: AnyObject, Sendable {
    /// The messages that the view sends; `Never` for a view without an action of its own.
    associatedtype Message: Codable & Sendable = Never

    /// The present content, made from the model's state.
    ///
    /// It is read on any thread, many times, and changes nothing.
    @PageBuilder var content: [PageElement] { get }

    /// Receives an action of the person; one message after the other, within the deadline of a request.
    /// - Throws: the module's own error; the person reads its text.
    func receive(_ message: Message) async throws
}

extension ViewModel {
    /// An action of the view: a call, or one of its messages.
    public typealias Action = Mediator.Action<Message>
}

extension ViewModel where Message == Never {
    /// Receives nothing.
    public func receive(_ message: Never) {}
}

/// A source of a live page's elements.
@_spi(Host) public final class PageSource: Sendable {
    fileprivate let content: @Sendable () -> [PageElement]
    fileprivate let model: (any ViewModel)?

    /// Creates a source whose elements a closure makes from live values.
    public init(of model: (any ViewModel)? = nil, _ content: @escaping @Sendable () -> [PageElement]) {
        self.model = model
        self.content = content
    }

    /// Returns the present elements.
    ///
    /// - Parameter changed: is called once for each value that was read and changes, as long as the bindings are kept.
    @_spi(Host) public func elements(
        whenChanged changed: @escaping @Sendable () -> Void
    ) -> (value: [PageElement], bindings: [Binding]) {
        Binding.following(content, whenChanged: changed)
    }
}

@_spi(Host) extension Page {
    /// The source of the page's elements: its view model, or those of its containers; `nil` if it has none.
    public var liveSource: PageSource? {
        if let source { return source }
        guard elements.contains(where: \.isLive) else { return nil }
        return PageSource { [elements] in elements.map(\.renewed) }
    }

    /// The view models that the page and its containers show.
    public var viewModels: [any ViewModel] {
        let sources = allElements.map { element -> PageSource? in
            if case .container(let part) = element { part.source } else { nil }
        }
        return ([source] + sources).compactMap { $0?.model }
    }

    /// Whether the page follows a view model.
    public var isLive: Bool { source != nil || elements.contains(where: \.isLive) }

    /// The page in its present state.
    public var current: Page {
        guard let liveSource else { return self }
        var page = self
        page.elements = liveSource.content()
        return page
    }
}

extension PageElement {
    /// Whether the element, or one within it, follows a view model.
    fileprivate var isLive: Bool {
        guard case .container(let container) = self else { return false }
        return container.source != nil || container.content.contains(where: \.isLive)
    }

    fileprivate var renewed: PageElement {
        guard case .container(var container) = self else { return self }
        container.content = container.source?.content() ?? container.content.map(\.renewed)
        return .container(container)
    }
}

extension Page {
    /// Creates a page that shows a view model, and that is drawn again when the view model changes.
    ///
    /// A description that leaves the process is the page of that moment.
    public init(_ title: String, showing model: some ViewModel) {
        self.init(title) { for element in model.content { element } }
        receiver = Receiver(model)
        source = PageSource(of: model) { model.content }
    }
}

extension Container {
    /// Creates a container that shows a view model of its own and sends its messages there.
    ///
    /// It follows its view model on every page.
    public init(_ id: String, showing model: some ViewModel) {
        self.init(id) { for element in model.content { element } }
        receiver = Receiver(model)
        source = PageSource(of: model) { model.content }
    }

    /// Creates a container that shows a page as a part of this one, such as another module's (`call(_:as: Page.self)`).
    ///
    /// Its messages go where those of the page go, and it follows the page's view model.
    public init(_ id: String, showing page: Page) {
        self.init(id) { for element in page.elements { element } }
        receiver = page.receiver
        source = page.source
        lease = page.lease
    }
}
