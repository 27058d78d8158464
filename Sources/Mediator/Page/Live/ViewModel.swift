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
