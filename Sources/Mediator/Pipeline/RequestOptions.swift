/// A caller's options for a request, in addition to its URL and body.
public struct RequestOptions: Sendable {
    /// The time limit for all stages together, without the time in which a page waits for the user.
    ///
    /// The maximum is a day: a longer time counts as a day, and a time that is not positive as zero.
    public var deadline: Duration
    /// An object that the handler receives within the process; an external request cannot pass an object.
    public var context: (any Sendable)?
    /// The style of an opened page; it has no effect on a command, or on a single page that is already on the stack.
    public var style = StackEntry.Style.pushed

    /// Whether a page that an external caller opens gets its parent (`RouteLabel.parent`) below it on the stack.
    @_spi(Host) public var opensParents = true
    /// Checks each URL to which an isolated caller's own code redirects the request; throws if the URL is not allowed.
    @_spi(Host) public var checkDestination: (@Sendable (RouteURL) throws(RequestError) -> Void)?

    /// The deadline of a request without an explicit one: 10 seconds.
    public static let defaultDeadline: Duration = .seconds(10)

    /// Creates options with default values.
    public init(deadline: Duration = Self.defaultDeadline, context: (any Sendable)? = nil) {
        self.deadline = deadline
        self.context = context
    }
}
