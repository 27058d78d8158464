/// What is kept of the stages of a request, where its code may wait or somebody wants a trace.
final class StageRecord {
    /// The stage that runs, or ran last.
    var stage = Stage.lookUp
    /// The code that is waited for.
    var run: (any Leavable)?
    var isWatched = false
    var trace: TraceRecorder?

    /// Begins a stage.
    func enter(_ stage: Stage) {
        self.stage = stage
        trace?.enter(stage)
    }
}
