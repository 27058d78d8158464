/// What stands behind a page, or behind a part of one: it holds the model, makes of it what is shown, and takes what the
/// person does as events. It knows no view and no terminal, and nobody but the view knows it.
///
/// ```swift
/// final class CounterModel: ViewModel {
///     enum Event: Codable { case add(Int) }
///
///     private let count = Observable(0)
///
///     var content: [PageElement] {
///         Field("Count", "\(count.value)")
///         Action("One more", throwing: Event.add(1))
///     }
///
///     func receive(_ event: Event) {
///         switch event {
///         case .add(let number): count.update { $0 += number }
///         }
///     }
/// }
///
/// Open("/counter") { Page("Counter", showing: counter) }
/// ```
///
/// When an `Observable` that `content` read changes, `content` is asked again and the page is drawn anew. A view model may
/// show others in containers of its own: `Container("prices", showing: prices)`. Being `Sendable`, it has no property that
/// somebody else could write.
public protocol ViewModel: AnyObject, Sendable {
    /// What the view throws.
    associatedtype Event: Codable & Sendable

    /// What is shown, made of the model as it is now.
    ///
    /// It is asked on any thread, many times, and changes nothing.
    @PageBuilder var content: [PageElement] { get }

    /// Takes what the person did; one event after the other, within the deadline of a request.
    func receive(_ event: Event) async throws
}

/// What a live page is made of, again and again.
@_spi(Host) public final class PageSource: Sendable {
    fileprivate let content: @Sendable () -> [PageElement]

    init(_ content: @escaping @Sendable () -> [PageElement]) { self.content = content }

    /// The elements as they are now.
    ///
    /// - Parameter changed: is called when a value that was read for them changes, for as long as the bindings are kept; more
    ///   than once where several do.
    public func elements(
        whenChanged changed: @escaping @Sendable () -> Void
    ) -> (elements: [PageElement], bindings: [Binding]) {
        let (elements, reading) = Reading.of(content)
        return (elements, reading.watch(changed))
    }
}

@_spi(Host) extension Page {
    /// What the page is made of again: its view model, or those of its containers; `nil` where it has none.
    public var liveSource: PageSource? {
        if let source { return source }
        guard elements.contains(where: \.isLive) else { return nil }
        return PageSource { [elements] in elements.map(\.renewed) }
    }

    /// Whether the page follows a view model.
    public var isLive: Bool { source != nil || elements.contains(where: \.isLive) }

    /// The page as it is now.
    public var current: Page {
        guard let liveSource else { return self }
        var page = self
        page.elements = liveSource.elements {}.elements
        return page
    }
}

extension PageElement {
    /// Whether the element, or one that it holds, follows a view model.
    fileprivate var isLive: Bool {
        guard case .container(let container) = self else { return false }
        return container.source != nil || container.content.contains(where: \.isLive)
    }

    /// The element as it is now.
    fileprivate var renewed: PageElement {
        guard case .container(var container) = self else { return self }
        container.content = container.source?.content() ?? container.content.map(\.renewed)
        return .container(container)
    }
}

extension Page {
    /// Describes a page that shows a view model, and that is drawn again when it changes.
    ///
    /// Where the description leaves the process it is the page of that moment.
    public init(_ title: String, showing model: some ViewModel) {
        self.init(title) { for element in model.content { element } }
        callback = Callback(model)
        source = PageSource { model.content }
    }
}

extension Container {
    /// Describes a container that shows a view model of its own; the signals that are thrown in it go there.
    ///
    /// It follows its view model on every page, whatever that shows beside it.
    public init(_ id: String, showing model: some ViewModel) {
        self.init(id) { for element in model.content { element } }
        callback = Callback(model)
        source = PageSource { model.content }
    }
}

extension Callback {
    /// Hands signals over to a view model.
    init<Model: ViewModel>(_ model: Model) {
        self.init { (event: Model.Event) in try await model.receive(event) }
    }
}
