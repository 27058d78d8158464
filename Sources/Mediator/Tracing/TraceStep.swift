/// One stage of a request's life, as a trace tells it.
public struct TraceStep: Sendable, Equatable {
    /// Which stage, and whose code ran in it.
    public let stage: Stage
    /// When it began, counted from the beginning of the request.
    public let start: Duration
    /// How long it took.
    public let duration: Duration
    /// What came of it, such as `pass` or `redirected to app://account/login`.
    public let decision: String
}

extension TraceStep: Encodable {
    private enum Key: String, CodingKey {
        case stage, module, subject, decision
        case start = "start_us"
        case duration = "duration_us"
    }

    /// Encodes `{"stage":"handler","module":"Rent","subject":"/rent/:id","start_us":12,"duration_us":3,"decision":…}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(stage.word, forKey: .stage)
        try container.encodeIfPresent(stage.module, forKey: .module)
        try container.encodeIfPresent(stage.subject, forKey: .subject)
        try container.encode(start.microseconds, forKey: .start)
        try container.encode(duration.microseconds, forKey: .duration)
        try container.encode(decision, forKey: .decision)
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
