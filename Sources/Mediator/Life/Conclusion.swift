/// What a request comes to when it does not fail.
enum Conclusion: Sendable {
    case feedback(Feedback)
    case value(Payload)
    /// The value that a page was dismissed with, if it was with one.
    case result(Payload?)
}
