/// The trace of one request: every stage with its time, module and decision.
public struct Trace: Sendable {
    /// The request's number.
    public let request: RequestID
    /// The number of the request whose handler made this request.
    public let parent: RequestID?
    /// The URL as the caller wrote it, with the values of sensitive parameters redacted.
    public let url: String
    /// The verb of the request.
    public let verb: Request.Verb
    /// The caller.
    public let origin: Origin
    /// The stages in order.
    public let steps: [TraceStep]
    /// The error of the request, or `nil` if it succeeded.
    public let error: RequestError?
}

extension Trace: Encodable {
    private enum Key: String, CodingKey { case request, parent, url, verb, origin, steps, error, chain }

    /// Encodes `{"request":1,"url":…,"verb":"open","origin":"the shell","steps":[…],"error":…}`.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(request, forKey: .request)
        try container.encodeIfPresent(parent, forKey: .parent)
        try container.encode(url, forKey: .url)
        try container.encode(verb, forKey: .verb)
        try container.encode("\(origin)", forKey: .origin)
        try container.encode(steps, forKey: .steps)
        try container.encodeIfPresent(error.map { "\($0)" }, forKey: .error)
        if let chain = error?.requests, chain.count > 1 { try container.encode(chain, forKey: .chain) }
    }
}

/// The recorder of one request's stages.
struct TraceRecorder {
    private let beginning = ContinuousClock.now
    private var open: (stage: Request.Stage, start: Duration, decision: String)?
    private(set) var steps: [TraceStep] = []

    /// Ends the open stage and begins a new stage, unless the open stage is the same stage and has no decision yet.
    mutating func enter(_ stage: Request.Stage) {
        if let open, open.stage == stage, open.decision.isEmpty { return }
        end()
        open = (stage, ContinuousClock.now - beginning, "")
    }

    /// Adds the stages that ran on another host during the open stage, after a step for the round trip to that host.
    mutating func add(_ others: [TraceStep], of host: String) {
        guard let open else { return }
        let total = others.map { $0.start + $0.duration }.max() ?? .zero
        let way = max(ContinuousClock.now - beginning - open.start - total, .zero)
        steps.append(
            TraceStep(stage: .resolver(host), start: open.start, duration: way, decision: "the round trip"))
        for step in others {
            let start = open.start + way / 2 + step.start
            let (stage, duration, decision) = (step.stage, step.duration, step.decision)
            steps.append(TraceStep(stage: stage, start: start, duration: duration, decision: decision, host: host))
        }
    }

    mutating func decide(_ decision: String) { open?.decision = decision }

    mutating func end() {
        guard let (stage, start, decision) = open else { return }
        let duration = ContinuousClock.now - beginning - start
        steps.append(TraceStep(stage: stage, start: start, duration: duration, decision: decision))
        open = nil
    }
}

/// One stage of a request, as a part of a trace.
public struct TraceStep: Sendable, Equatable {
    /// The stage, with the owner of its code.
    public let stage: Request.Stage
    /// The start of the step, relative to the beginning of the request.
    public let start: Duration
    /// The duration of the step.
    public let duration: Duration
    /// The decision of the step, such as `pass` or `redirected to app://account/login`.
    public let decision: String
    /// The host on which the step ran, or `nil` for this host.
    public var host: String?

    /// Describes a step.
    @_spi(Host) public init(
        stage: Request.Stage, start: Duration, duration: Duration, decision: String, host: String? = nil
    ) {
        (self.stage, self.start, self.duration) = (stage, start, duration)
        (self.decision, self.host) = (decision, host)
    }
}

extension TraceStep: Encodable {
    private enum Key: String, CodingKey {
        case stage, module, subject, decision, host
        case start = "start_us"
        case duration = "duration_us"
    }

    /// Encodes `{"stage":"handler","module":"Rent","subject":"/rent/:id","start_us":12,"duration_us":3,"decision":…}`.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(stage.word, forKey: .stage)
        try container.encodeIfPresent(stage.module, forKey: .module)
        try container.encodeIfPresent(stage.subject, forKey: .subject)
        try container.encode(start.microseconds, forKey: .start)
        try container.encode(duration.microseconds, forKey: .duration)
        try container.encode(decision, forKey: .decision)
        try container.encodeIfPresent(host, forKey: .host)
    }
}

extension Duration {
    var microseconds: Int64 { Int64(attoseconds / 1_000_000_000_000) }
}
