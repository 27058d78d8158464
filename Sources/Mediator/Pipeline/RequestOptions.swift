/// A caller's options for a request, in addition to its URL and body.
public struct RequestOptions: Sendable {
    /// The time limit for all stages together, without the time in which a page waits for the user.
    ///
    /// The maximum is a day: a longer time counts as a day, and a time that is not positive as zero.
    public var deadline: Duration
    /// An object for the handler, which never leaves the process; an external request cannot pass an object.
    public var context: (any Sendable)?
    /// The style of an opened page; a command, or a single page that is already on the stack, ignores it.
    public var style = StackEntry.Style.pushed

    /// Whether the parent (`RouteLabel.parent`) of a page that an external caller opens is opened below the page.
    @_spi(Host) public var opensParents = true
    /// The check of each URL that code of an isolated caller chooses for the request, or `nil` for no restriction.
    @_spi(Host) public var checkDestination: (@Sendable (RouteURL) throws(RequestError) -> Void)?

    /// The deadline of a request without an explicit one: 10 seconds.
    public static let defaultDeadline: Duration = .seconds(10)

    /// Creates options with default values.
    public init(deadline: Duration = Self.defaultDeadline, context: (any Sendable)? = nil) {
        self.deadline = deadline
        self.context = context
    }
}
