import Synchronization

/// The status of a request, which never returns to an earlier value.
enum RequestStatus: UInt8, AtomicRepresentable, Comparable {
    case open
    /// The caller gave up while code of a stage ran.
    case cancelled
    /// The deadline has passed.
    case expired
    /// The request has its outcome.
    case over

    static func < (first: RequestStatus, second: RequestStatus) -> Bool { first.rawValue < second.rawValue }
}

/// The part of a request's state that is used only if the request is redirected, is traced, or waits for code.
final class RequestRecord {
    var stage = Request.Stage.lookUp
    /// Abandons the code that the request waits for.
    var leave: (@Sendable () -> Void)?
    /// Whether the mediator's clock (`Deadlines`) watches the request, or will do so after a pause.
    var isWatched = false
    var trace: TraceRecorder?
    /// The changes of the URL, each with its source.
    var redirects: [(url: String, source: String)] = []
    /// The modules that were installed for the request.
    var installed: Set<String> = []
    /// The admissions of the request, which make later requests with the same URL and origin duplicates.
    var admissions: [Admission] = []
    var pageLease: Lease?
    /// See `ActiveRequest.settle()`.
    var settlement: Promise<Void>?
    /// See `ActiveRequest.turn`.
    var turn: Promise<Void>?

    func enter(_ stage: Request.Stage) {
        self.stage = stage
        trace?.enter(stage)
    }
}
