/// Why a question has no answer that could be looked at.
enum QuestionError: Error, Equatable {
    /// Whoever asked gave up.
    case cancelled
    /// The time for all attempts is over.
    case timedOut
    /// The service failed; the reason is a part of a sentence.
    case failed(reason: String)

    init(_ error: TransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .failed(let reason): self = .failed(reason: reason)
        }
    }
}
