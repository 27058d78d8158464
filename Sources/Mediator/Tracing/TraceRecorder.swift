/// Takes down the stages of one request.
struct TraceRecorder {
    private let beginning = ContinuousClock.now
    private var open: (stage: Stage, start: Duration, decision: String)?
    private var ended: [TraceStep] = []

    /// Begins a stage, and ends the one before; one that goes on without having decided anything is the same.
    mutating func enter(_ stage: Stage) {
        if let open, open.stage == stage, open.decision.isEmpty { return }
        end()
        open = (stage, ContinuousClock.now - beginning, "")
    }

    /// Notes what the stage decided.
    mutating func decide(_ decision: String) { open?.decision = decision }

    /// Ends the stage that is open.
    mutating func end() {
        guard let (stage, start, decision) = open else { return }
        let duration = ContinuousClock.now - beginning - start
        ended.append(TraceStep(stage: stage, start: start, duration: duration, decision: decision))
        open = nil
    }

    /// The stages that have ended, in order.
    var steps: [TraceStep] { ended }
}
