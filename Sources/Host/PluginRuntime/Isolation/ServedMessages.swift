@_spi(Host) import ModuleKit

/// A request for a module of another host.
struct ServedRequest: FrameRecord {
    let module: String
    let image: RequestImage
    let wantsPage: Bool
    /// The time that is left.
    let deadline: Duration
    /// The number of requests in one another so far.
    let depth: Int
    let isTraced: Bool

    static let form = FrameForm(nil) {
        ServedRequest(module: $0, image: $1, wantsPage: $2, deadline: $3, depth: $4, isTraced: $5)
    } _: {
        ($0.module, $0.image, $0.wantsPage, $0.deadline, $0.depth, $0.isTraced)
    }

    /// The request for the mediator of the host that serves it.
    var relayed: RelayedRequest {
        RelayedRequest(
            url: image.url, verb: image.verb, body: image.body, origin: image.origin,
            options: RequestOptions(deadline: deadline), awaitsResult: image.awaitsResult, wantsPage: wantsPage)
    }
}

/// The answer of a host to a request for one of its modules.
enum ServedAnswer: FrameChoice {
    case answered(Response, [TraceStep])
    case failed(RequestError, [TraceStep])
    /// The host does not run the module, and did nothing.
    case notServed
    /// The host ends, and did nothing.
    case leaving

    static let forms: [FrameForm<ServedAnswer>] = [
        FrameForm(0, { .answered($0, $1) }) {
            if case .answered(let response, let steps) = $0 { (response, steps) } else { nil }
        },
        FrameForm(1, { .failed($0, $1) }) {
            if case .failed(let error, let steps) = $0 { (error, steps) } else { nil }
        },
        FrameForm(2, { .notServed }) { if case .notServed = $0 { () } else { nil } },
        FrameForm(3, { .leaving }) { if case .leaving = $0 { () } else { nil } },
    ]
}

extension TraceStep: FrameRecord {
    static let form = FrameForm(nil) {
        TraceStep(stage: $0, start: $1, duration: $2, decision: $3)
    } _: {
        ($0.stage, $0.start, $0.duration, $0.decision)
    }
}

extension PageResult: FrameChoice {
    static let forms: [FrameForm<PageResult>] = [
        FrameForm(0, { .dismissed(value: $0) }) {
            if case .dismissed(let value) = $0 { .some(value) } else { nil }
        },
        FrameForm(1, { .unattended(reason: $0) }) { if case .unattended(let reason) = $0 { reason } else { nil } },
        FrameForm(2, .cancelled),
    ]
}
