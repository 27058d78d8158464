/// What is to be done after an attempt.
enum Verdict {
    /// The outcome stands.
    case done(isFailure: Bool)
    /// The service may have an answer later; with the seconds that it asks for.
    case retry(Courier.Outcome, after: Duration?)

    /// The statuses that say nothing about the question, only that it could not be answered just then.
    private static let passing: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    init(_ outcome: Courier.Outcome, at now: Int) {
        switch outcome {
        case .failure(.cancelled): self = .done(isFailure: false)
        case .failure: self = .retry(outcome, after: nil)
        case .success(let answer) where Self.passing.contains(answer.status):
            self = .retry(outcome, after: answer["retry-after"].flatMap { Self.pause($0, at: now) })
        case .success(let answer): self = .done(isFailure: answer.status >= 500)
        }
    }

    /// Whether the service failed.
    var isFailure: Bool {
        switch self {
        case .done(let isFailure): isFailure
        case .retry: true
        }
    }

    /// `Retry-After`: seconds or a date (RFC 9110, 10.2.3).
    private static func pause(_ text: String, at now: Int) -> Duration? {
        let seconds = CacheControl.seconds(text) ?? HTTPDate.seconds(text).map { max(0, $0 - now) }
        return seconds.map { .seconds($0) }
    }
}
