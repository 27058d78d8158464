@testable import Messages

/// A service for tests: it does all that a message needs, fails at the step that it is told to, and keeps the steps.
actor RecordingService: MessageService {
    struct Failure: Error, Equatable {}

    private let failingStep: String?
    private(set) var steps: [String] = []

    init(failingAt step: String? = nil) { failingStep = step }

    func resource(for attachment: Attachment, _ kind: MessageKind) throws -> MediaResource {
        try record("apply")
        return MediaResource(id: "7")
    }

    func upload(_ part: Range<Int>, of attachment: Attachment, to resource: MediaResource) throws -> String {
        try record("upload \(part)")
        return "https://media.example.com/\(resource.id)"
    }

    func send(_ content: Message.Content, to recipient: String) throws -> Message {
        try record("send")
        return Message(id: 1, recipient: recipient, content: content)
    }

    private func record(_ step: String) throws {
        steps.append(step)
        if step == failingStep { throw Failure() }
    }
}
