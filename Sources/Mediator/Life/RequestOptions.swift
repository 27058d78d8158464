/// What a caller may say of a request beside its URL and body.
public struct RequestOptions: Sendable {
    /// How long all stages together may take; the time in which a page waits for a person does not count.
    ///
    /// At most a day; a longer one is taken as a day, and one that is not positive as no time at all.
    public var deadline: Duration
    /// An object for the handler that never leaves the process; an external request may have none.
    public var context: (any Sendable)?

    /// How long a request may take where nobody says otherwise.
    public static let defaultDeadline: Duration = .seconds(10)

    /// Options, the usual ones where nothing is said.
    public init(deadline: Duration = Self.defaultDeadline, context: (any Sendable)? = nil) {
        self.deadline = deadline
        self.context = context
    }
}
