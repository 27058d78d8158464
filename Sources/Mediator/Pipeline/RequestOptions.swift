/// A caller's options for a request beside its URL and body.
public struct RequestOptions: Sendable {
    /// The time for all stages together; the time in which a page waits for a person does not count.
    ///
    /// A day at most; a longer time counts as a day, and a time that is not positive as zero.
    public var deadline: Duration
    /// An object for the handler that never leaves the process; an external request may have none.
    public var context: (any Sendable)?
    /// The way in which an opened page comes onto the stack; a route that answers with a command decides that itself.
    public var style = StackEntry.Style.pushed

    /// The deadline of a request without an explicit one: 10 seconds.
    public static let defaultDeadline: Duration = .seconds(10)

    /// Creates options with the usual values.
    public init(deadline: Duration = Self.defaultDeadline, context: (any Sendable)? = nil) {
        self.deadline = deadline
        self.context = context
    }

    /// Creates options for a page that comes onto the stack in a certain way.
    public init(style: StackEntry.Style, deadline: Duration = Self.defaultDeadline) {
        self.deadline = deadline
        self.style = style
    }
}
