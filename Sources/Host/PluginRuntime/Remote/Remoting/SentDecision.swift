@_spi(Host) import ModuleKit

/// An interceptor's decision, in the form that is sent to the other side.
enum SentDecision: FrameChoice {
    case pass
    /// Changes the URL and the body. The outer `nil` keeps the body, and the inner `nil` removes it.
    case change(url: String, body: Payload??)
    case redirect(RouteURL)
    case answer(Response)
    case refuse(String)
    case detour(RouteURL, SentCode)

    static let forms: [FrameForm<SentDecision>] = [
        FrameForm(0, { .pass }) { if case .pass = $0 { () } else { nil } },
        FrameForm(1, { .change(url: $0, body: $1) }) {
            if case .change(let url, let body) = $0 { (url, body) } else { nil }
        },
        FrameForm(2, { .redirect($0) }) { if case .redirect(let url) = $0 { url } else { nil } },
        FrameForm(3, { .answer($0) }) { if case .answer(let response) = $0 { response } else { nil } },
        FrameForm(4, { .refuse($0) }) { if case .refuse(let reason) = $0 { reason } else { nil } },
        FrameForm(5, { .detour($0, $1) }) { if case .detour(let url, let resume) = $0 { (url, resume) } else { nil } },
    ]

    init(_ decision: Decision, on decided: Request) throws(FrameError) {
        switch decision.kind {
        case .pass: self = .pass
        case .change(let request):
            self = .change(url: request.url.text, body: request.hasBody(of: decided) ? nil : .some(request.body))
        case .redirect(let url): self = .redirect(url)
        case .answer(let response): self = .answer(response)
        case .refuse(let reason): self = .refuse(reason)
        case .detour(let url, let resume): self = .detour(url, .own(.resume(decided, resume)))
        @unknown default: throw .malformed
        }
    }

    /// Returns the decision, for the request on which it was made.
    func decision(on request: Request) throws -> Decision {
        switch self {
        case .pass: return .pass
        case .change(let text, let body):
            let url = try RouteURL(parsing: text)
            let moved = url.text == request.url.text ? request : request.with(url: url)
            return .change(body.map { moved.with(body: $0) } ?? moved)
        case .redirect(let url): return .redirect(to: url)
        case .answer(let response): return .answer(response)
        case .refuse(let reason): return .refuse(reason)
        case .detour(let url, let code):
            let reference = try code.reference()
            return .detour(to: url) { value in
                try await reference.peer().ask(Messages.resume, reference.number, value).decision(on: request)
            }
        }
    }
}
