/// The model of a page, or of a part of a page: it makes the content from its state, and receives the user's actions as
/// messages.
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
/// If a `Live` that `content` read changes, the page is redrawn with new content. The content can show other view
/// models: `Container("prices", showing: prices)`. A view model does not depend on its view or the terminal. It is
/// `Sendable`, so its stored properties are constants.
public protocol ViewModel: AnyObject, Sendable {
    /// The messages that the view sends; `Never` for a view that only calls URLs.
    associatedtype Message: Codable & Sendable = Never

    /// The current content, made from the model's state.
    ///
    /// The content is read often and on any thread, so its code must not change anything.
    @PageBuilder var content: [PageElement] { get }

    /// Receives a message of a user's action.
    ///
    /// Messages are passed one at a time, each within the deadline of a request.
    /// - Throws: the module's own error, whose text is displayed to the user.
    func receive(_ message: Message) async throws
}

extension ViewModel {
    /// An action of the view, which calls a URL or sends a `Message`.
    public typealias Action = Mediator.Action<Message>
}

extension ViewModel where Message == Never {
    /// Does nothing, and is never called, because a view without messages cannot send a message.
    public func receive(_ message: Never) {}
}

/// The source from which a live page's elements are made again after a change.
@_spi(Host) public final class PageSource: Sendable {
    fileprivate let content: @Sendable () -> [PageElement]
    fileprivate let model: (any ViewModel)?

    /// Creates a source whose closure makes elements from live values.
    public init(of model: (any ViewModel)? = nil, _ content: @escaping @Sendable () -> [PageElement]) {
        self.model = model
        self.content = content
    }

    /// Returns the current elements, and bindings to the live values that were read for them.
    ///
    /// - Parameter changed: called at the first change of each value that was read, as long as the bindings exist.
    @_spi(Host) public func elements(
        whenChanged changed: @escaping @Sendable () -> Void
    ) -> (value: [PageElement], bindings: [Binding]) {
        Binding.following(content, whenChanged: changed)
    }
}

@_spi(Host) extension Page {
    /// The source of elements from the view models of the page and its containers; `nil` without a view model.
    public var liveSource: PageSource? {
        if let source { return source }
        guard elements.contains(where: \.isLive) else { return nil }
        return PageSource { [elements] in elements.map(\.renewed) }
    }

    /// The view models of the page and its containers.
    public var viewModels: [any ViewModel] {
        let sources = allElements.map { element -> PageSource? in
            if case .container(let part) = element { part.source } else { nil }
        }
        return ([source] + sources).compactMap { $0?.model }
    }

    /// Whether the page or one of its containers shows a view model, whose changes update the page.
    public var isLive: Bool { source != nil || elements.contains(where: \.isLive) }

    /// The page with elements made from the current state of its view models.
    public var current: Page {
        guard let liveSource else { return self }
        var page = self
        page.elements = liveSource.content()
        return page
    }
}

extension PageElement {
    /// Whether the element, or a container within it, shows a view model.
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
    /// Creates a page that shows a view model, and is redrawn when the view model changes.
    ///
    /// A page that is sent to another process contains the elements of that moment, and is not updated.
    public init(_ title: String, showing model: some ViewModel) {
        self.init(title) { for element in model.content { element } }
        receiver = Receiver(model)
        source = PageSource(of: model) { model.content }
    }
}

extension Container {
    /// Creates a container that shows its own view model, which receives the container's messages.
    ///
    /// The container is updated after changes of the view model, whatever page contains the container.
    public init(_ id: String, showing model: some ViewModel) {
        self.init(id) { for element in model.content { element } }
        receiver = Receiver(model)
        source = PageSource(of: model) { model.content }
    }

    /// Creates a container that shows a whole page, such as a page of another module (`call(_:as: Page.self)`).
    ///
    /// Messages go to the page's receiver, and the container is updated after changes of the page's view model.
    public init(_ id: String, showing page: Page) {
        self.init(id) { for element in page.elements { element } }
        receiver = page.receiver
        source = page.source
        lease = page.lease
    }
}
