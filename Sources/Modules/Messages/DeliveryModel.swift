import ModuleKit

/// A message with an attachment on its way: the steps as they are done, and the reason where one fails.
final class DeliveryModel: ViewModel {
    enum Event: Codable {
        /// Sends the message, or sends it again after a failure.
        case send
    }

    private enum State: Equatable {
        case ready
        case doing(MessageSender.Step)
        case failed(String)
        case sent(Receipt)
    }

    private let draft: Draft
    private let title: String
    private weak let service: (any MessageService)?
    private let state = Observable(State.ready)

    init(_ draft: Draft, title: String, service: any MessageService) {
        self.draft = draft
        self.title = title
        self.service = service
    }

    var content: [PageElement] {
        Field("To", draft.to)
        Field("Attachment", title)
        switch state.value {
        case .ready: Action("Send", throwing: Event.send)
        case .doing(.applying): Text("Applying for a resource …").with(style: .secondary)
        case .doing(.uploading(let fraction)): ProgressBar("Upload", fraction: fraction)
        case .doing(.sending):
            ProgressBar("Upload", fraction: 1)
            Text("Sending …").with(style: .secondary)
        case .failed(let reason):
            Container("delivery") {}.failed(reason, retry: Action("Send again", throwing: Event.send))
        case .sent(let receipt):
            Text("It was sent.").with(style: .success)
            Link("Receipt", to: "app://messages/receipt/\(receipt.id)")
        }
        Link("Inbox", to: "app://messages/inbox")
    }

    func receive(_ event: Event) async throws {
        let mayBegin = state.update { state in
            switch state {
            case .doing, .sent: return false
            case .ready, .failed: state = .doing(.applying)
            }
            return true
        }
        guard mayBegin else { return }
        do {
            guard let service else { throw MessageError.stopped }
            let receipt = try await MessageSender(to: service).send(draft) { [state] in state.value = .doing($0) }
            state.value = .sent(receipt)
        } catch {
            state.value = .failed("\(error)")
        }
    }
}
