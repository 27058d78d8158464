/// A message that somebody wrote to the user.
struct ReceivedMessage: Sendable, Equatable {
    let sender: String
    let text: String
}

extension ReceivedMessage {
    /// The inbox of the demonstration.
    static let demonstration = [
        ReceivedMessage(sender: "wang", text: "房子还在的，欢迎周末来看。"),
        ReceivedMessage(sender: "li", text: "The keys are with the neighbour."),
    ]
}
