/// Something whose time runs out.
protocol TimeLimited: Sendable {
    /// The time that is left, or `nil` where its clock stands still or it is over.
    var timeLeft: Duration? { get }
}
