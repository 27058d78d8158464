@_spi(Host) import ModuleKit

/// The answer of a host to a request for one of its modules.
enum ServedAnswer: FrameChoice {
    case answered(Response, [TraceStep])
    case failed(RequestError, [TraceStep])
    /// The host did nothing, because it does not serve the module or is leaving the fleet.
    case notServed

    static let forms: [FrameForm<ServedAnswer>] = [
        FrameForm(0, { .answered($0, $1) }) {
            if case .answered(let response, let steps) = $0 { (response, steps) } else { nil }
        },
        FrameForm(1, { .failed($0, $1) }) {
            if case .failed(let error, let steps) = $0 { (error, steps) } else { nil }
        },
        FrameForm(2, { .notServed }) { if case .notServed = $0 { () } else { nil } },
    ]
}

extension TraceStep: FrameRecord {
    static let form = FrameForm(nil, { TraceStep(stage: $0, start: $1, duration: $2, decision: $3) }) {
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
