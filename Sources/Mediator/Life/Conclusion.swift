/// What a request comes to when it does not fail.
enum Conclusion: Sendable {
    case feedback(Feedback)
    /// A value, and the stage that answered with it.
    case value(Payload, from: Stage)
    /// The value that a page was dismissed with, if it was with one.
    case result(Payload?)
}
