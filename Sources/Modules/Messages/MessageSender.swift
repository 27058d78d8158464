/// Sends whatever a draft holds: the caller says "send", and the one strategy that the draft is for does the rest.
struct MessageSender: Sendable {
    private let strategies: [any MessageStrategy]

    init(strategies: [any MessageStrategy]) { self.strategies = strategies }

    func send(_ draft: Draft) async throws(MessageError) -> Receipt {
        guard !draft.to.isBlank else { throw .noRecipient }
        let fitting = strategies.filter { $0.applies(to: draft) }
        guard let strategy = fitting.first else { throw .nothingToSend }
        guard fitting.count == 1 else { throw .severalKinds(fitting.map(\.kind)) }
        return try await strategy.send(draft).receipt
    }
}
