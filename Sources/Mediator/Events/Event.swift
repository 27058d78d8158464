/// The name of an event together with the type of what it carries.
///
/// ```swift
/// extension Event<Order> {
///     static var ordered: Event<Order> { "shop.ordered" }
/// }
/// ```
///
/// Modules share the name, not the type: each decodes into its own, from JSON where the two differ. A name begins with
/// that of its module, so that no two mean different things; `switchboard` is the mediator's own.
public struct Event<Value: Codable & Sendable>: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name that all modules know it by.
    public let name: String

    /// Names an event.
    public init(_ name: String) { self.name = name }

    /// Names an event.
    public init(stringLiteral name: String) { self.init(name) }
}
