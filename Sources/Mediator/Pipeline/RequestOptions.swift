/// A caller's options for a request, in addition to its URL and body.
public struct RequestOptions: Sendable {
    /// The time for all stages together; the time in which a page waits for a person does not count.
    ///
    /// A day at most; a longer time counts as a day, and a time that is not positive as zero.
    public var deadline: Duration
    /// An object for the handler that never leaves the process; an external request may have none.
    public var context: (any Sendable)?
    /// How an opened page is put onto the stack. A command, and a single page that is on the stack, ignore it.
    public var style = StackEntry.Style.pushed

    /// Whether the parent of a page that an external caller opens is opened below it (`RouteLabel.parent`).
    @_spi(Host) public var opensParents = true
    /// Checks each URL that code of an isolated caller chooses for the request; `nil` without a limit.
    @_spi(Host) public var checkDestination: (@Sendable (RouteURL) throws(RequestError) -> Void)?

    /// The deadline of a request without an explicit one: 10 seconds.
    public static let defaultDeadline: Duration = .seconds(10)

    /// Creates options with the usual values.
    public init(deadline: Duration = Self.defaultDeadline, context: (any Sendable)? = nil) {
        self.deadline = deadline
        self.context = context
    }
}
