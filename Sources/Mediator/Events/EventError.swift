/// Why a subscriber was not told to the end.
public enum EventError: Error, Sendable, Equatable {
    /// The handler did not end in its time, and was left behind.
    case deadline(event: String, limit: Duration)
    /// Events that were published while others were told led on and on; the chain begins with the outermost.
    case tooDeep(chain: [String])
}

extension EventError: CustomStringConvertible {
    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .deadline(let event, let limit):
            "its subscription to \(event) did not end within \(limit.secondsText) s; have it end when it is cancelled, or "
                + "hand the work to a task of its own"
        case .tooDeep(let chain):
            "more than \(Publication.nestingLimit) events in one another: "
                + "\(chain.prefix(4).joined(separator: " → ")) → …; break the loop"
        }
    }
}
