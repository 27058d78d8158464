@testable import Messages

/// A server for tests: it does all that a message needs, fails at the step that it is told to, and keeps the steps.
actor RecordingServer: ResourceBroker, Uploader, Outbox {
    private let failingStep: String?
    private(set) var steps: [String] = []

    init(failingAt step: String? = nil) { failingStep = step }

    func resource(for image: Image) throws(MessageError) -> Int {
        try record("ask")
        return 7
    }

    func upload(_ image: Image, to resource: Int) throws(MessageError) -> String {
        try record("upload")
        return "https://images.example.com/\(resource)/\(image.name)"
    }

    func send(_ content: Message.Content, to recipient: String) throws(MessageError) -> Message {
        try record("send")
        return Message(id: 1, recipient: recipient, content: content)
    }

    private func record(_ step: String) throws(MessageError) {
        steps.append(step)
        if step == failingStep { throw .unknownResource(7) }
    }
}
