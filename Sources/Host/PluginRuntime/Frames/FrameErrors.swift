@_spi(Host) import ModuleKit

/// An error of code in another process, in its words.
struct DescribedError: Error, CustomStringConvertible {
    let description: String
}

/// An error on its way: one on which callers act keeps its type, any other one arrives with its words.
struct FrameFailure: FrameChoice {
    let error: any Error

    init(_ error: any Error) { self.error = error }

    static let forms: [FrameForm<FrameFailure>] = [
        FrameForm(1, { FrameFailure(RequestError($0)) }) { ($0.error as? RequestError)?.reason },
        FrameForm(2, { FrameFailure(CancellationError()) }) { $0.error is CancellationError ? () : nil },
        FrameForm(3, { FrameFailure(ParametersError($0, isComplete: $1)) }) { failure in
            (failure.error as? ParametersError).map { ($0.faults, $0.isComplete) }
        },
        FrameForm(4, { (error: ParameterError) in FrameFailure(error) }) { $0.error as? ParameterError },
        FrameForm(5, { (error: PayloadError) in FrameFailure(error) }) { $0.error as? PayloadError },
        FrameForm(0, { FrameFailure(DescribedError(description: $0)) }) { RequestError.words($0.error) },
    ]

    static func read(from frame: inout FrameDecoder) throws -> FrameFailure {
        // Errors of requests within one another hold one another.
        try frame.descend()
        defer { frame.ascend() }
        let tag = try frame.tag()
        return try FrameDecoder.known(forms.first { $0.tag == tag }).read(&frame)
    }
}

extension RequestError: FrameRecord {
    static let form = FrameForm(nil, RequestError.init) { $0.reason }
}

extension RequestError.Reason: FrameChoice {
    typealias Form = FrameForm<RequestError.Reason>

    static let forms = ofRoutes + ofStages + ofModules + ofRemotes

    private static let ofRoutes: [Form] = [
        Form(0, { .invalidURL($0, reason: $1, redirectedFrom: $2) }) {
            if case .invalidURL(let text, let reason, let source) = $0 { (text, reason, source) } else { nil }
        },
        Form(1, { .noRoute(url: $0, asked: $1, near: $2) }) {
            if case .noRoute(let url, let asked, let near) = $0 { (url, asked, near) } else { nil }
        },
        Form(2, { .accessDenied(url: $0, route: $1, owner: $2, access: $3, origin: $4) }) {
            guard case .accessDenied(let url, let route, let owner, let access, let origin) = $0 else { return nil }
            return (url, route, owner, access, origin)
        },
        Form(3, { .wrongVerb(url: $0, route: $1, owner: $2, expected: $3) }) {
            if case .wrongVerb(let url, let route, let owner, let verb) = $0 { (url, route, owner, verb) } else { nil }
        },
        Form(7, { .tooManyRedirects(chain: $0, by: $1) }) {
            if case .tooManyRedirects(let chain, let makers) = $0 { (chain, makers) } else { nil }
        },
        Form(8, { .tooDeep(chain: $0) }) { if case .tooDeep(let chain) = $0 { chain } else { nil } },
        Form(15, { .rewriteFailed(url: $0, rewrite: $1, owner: $2, reason: $3) }) {
            guard case .rewriteFailed(let url, let rewrite, let owner, let reason) = $0 else { return nil }
            return (url, rewrite, owner, reason)
        },
        Form(17, { .contextRefused(url: $0, origin: $1) }) {
            if case .contextRefused(let url, let origin) = $0 { (url, origin) } else { nil }
        },
    ]

    private static let ofStages: [Form] = [
        Form(4, { .handlerFailed(url: $0, route: $1, owner: $2, reason: ($3 as FrameFailure).error) }) {
            guard case .handlerFailed(let url, let route, let owner, let reason) = $0 else { return nil }
            return (url, route, owner, FrameFailure(reason))
        },
        Form(5, { .unexpectedAnswer(url: $0, answeredBy: $1, verb: $2, answer: $3) }) {
            guard case .unexpectedAnswer(let url, let stage, let verb, let answer) = $0 else { return nil }
            return (url, stage, verb, answer)
        },
        Form(6, { .unreadableValue(url: $0, answeredBy: $1, reason: $2) }) {
            if case .unreadableValue(let url, let stage, let reason) = $0 { (url, stage, reason) } else { nil }
        },
        Form(9, { .deadline(url: $0, stage: $1, limit: $2) }) {
            if case .deadline(let url, let stage, let limit) = $0 { (url, stage, limit) } else { nil }
        },
        Form(10, { .cancelled(url: $0, during: $1) }) {
            if case .cancelled(let url, let stage) = $0 { (url, stage) } else { nil }
        },
        Form(11, { .refused(url: $0, by: $1, reason: $2) }) {
            if case .refused(let url, let stage, let reason) = $0 { (url, stage, reason) } else { nil }
        },
        Form(12, { .stageFailed(url: $0, stage: $1, reason: ($2 as FrameFailure).error) }) {
            guard case .stageFailed(let url, let stage, let reason) = $0 else { return nil }
            return (url, stage, FrameFailure(reason))
        },
    ]

    private static let ofModules: [Form] = [
        Form(13, { .moduleNotStarted(url: $0, module: $1, reason: ($2 as FrameFailure).error) }) {
            guard case .moduleNotStarted(let url, let module, let reason) = $0 else { return nil }
            return (url, module, FrameFailure(reason))
        },
        Form(14, { .moduleLeft(url: $0, module: $1) }) {
            if case .moduleLeft(let url, let module) = $0 { (url, module) } else { nil }
        },
        Form(21, { .moduleOffered(url: $0, resolver: $1, offer: $2) }) {
            if case .moduleOffered(let url, let resolver, let offer) = $0 { (url, resolver, offer) } else { nil }
        },
        Form(22, { .moduleNotInstalled(url: $0, resolver: $1, offer: $2, reason: $3) }) {
            guard case .moduleNotInstalled(let url, let resolver, let offer, let reason) = $0 else { return nil }
            return (url, resolver, offer, reason)
        },
        Form(23, { .moduleWithoutRoute(url: $0, resolver: $1, offer: $2) }) {
            if case .moduleWithoutRoute(let url, let resolver, let offer) = $0 { (url, resolver, offer) } else { nil }
        },
    ]

    private static let ofRemotes: [Form] = [
        Form(18, { .remote(url: $0, reason: $1) }) {
            if case .remote(let url, let reason) = $0 { (url, reason) } else { nil }
        },
        Form(19, { .gone(url: $0, resolver: $1, reason: $2) }) {
            if case .gone(let url, let resolver, let reason) = $0 { (url, resolver, reason) } else { nil }
        },
        Form(20, { .denied(url: $0, resolver: $1, reason: $2) }) {
            if case .denied(let url, let resolver, let reason) = $0 { (url, resolver, reason) } else { nil }
        },
        Form(24, { .callNotSent(service: $0, reason: $1) }) {
            if case .callNotSent(let service, let reason) = $0 { (service, reason) } else { nil }
        },
    ]
}

extension PayloadError: FrameChoice {
    static let forms: [FrameForm<PayloadError>] = [
        FrameForm(0, { .invalidJSON(reason: $0) }) { if case .invalidJSON(let reason) = $0 { reason } else { nil } },
        FrameForm(1, { .notEncodable(type: $0, reason: $1) }) {
            if case .notEncodable(let type, let reason) = $0 { (type, reason) } else { nil }
        },
        FrameForm(2, { .mismatch(expected: $0, found: $1, reason: $2) }) {
            if case .mismatch(let expected, let found, let reason) = $0 { (expected, found, reason) } else { nil }
        },
    ]
}

extension ParameterError: FrameChoice {
    static let forms: [FrameForm<ParameterError>] = [
        FrameForm(0, { .missing(name: $0, expected: $1) }) {
            if case .missing(let name, let expected) = $0 { (name, expected) } else { nil }
        },
        FrameForm(1, { .missingBody(expected: $0) }) {
            if case .missingBody(let expected) = $0 { expected } else { nil }
        },
        FrameForm(2, { .mistyped(name: $0, found: $1, expected: $2) }) {
            if case .mistyped(let name, let found, let expected) = $0 { (name, found, expected) } else { nil }
        },
        FrameForm(3, { .missingInBody(name: $0, expected: $1) }) {
            if case .missingInBody(let name, let expected) = $0 { (name, expected) } else { nil }
        },
        FrameForm(4, { .mistypedInBody(name: $0, found: $1, expected: $2) }) {
            if case .mistypedInBody(let name, let found, let expected) = $0 { (name, found, expected) } else { nil }
        },
        FrameForm(5, { .refused(name: $0, found: $1, reason: $2) }) {
            if case .refused(let name, let found, let reason) = $0 { (name, found, reason) } else { nil }
        },
        FrameForm(6, { .unreadableBody(reason: $0) }) {
            if case .unreadableBody(let reason) = $0 { reason } else { nil }
        },
    ]
}

extension Request.Stage: FrameChoice {
    static let forms: [FrameForm<Request.Stage>] = [
        FrameForm(0, { .activation(module: $0) }) { if case .activation(let module) = $0 { module } else { nil } },
        FrameForm(1, .rewriting), FrameForm(2, .lookUp), FrameForm(7, .navigator),
        FrameForm(3, { .interceptor($0, module: $1) }) {
            if case .interceptor(let name, let module) = $0 { (name, module) } else { nil }
        },
        FrameForm(4, { .handler(route: $0, module: $1) }) {
            if case .handler(let route, let module) = $0 { (route, module) } else { nil }
        },
        FrameForm(5, { .resolver($0) }) { if case .resolver(let name) = $0 { name } else { nil } },
        FrameForm(6, { .installation(module: $0) }) { if case .installation(let module) = $0 { module } else { nil } },
        FrameForm(8, { .page(url: $0) }) { if case .page(let url) = $0 { url } else { nil } },
    ]
}

extension Origin: FrameChoice {
    static let forms: [FrameForm<Origin>] = [
        FrameForm(0, { .module($0) }) { if case .module(let name) = $0 { name } else { nil } },
        FrameForm(1, .shell), FrameForm(2, .external),
    ]
}

extension ModuleOfferError: FrameChoice {
    static let forms: [FrameForm<ModuleOfferError>] = [
        FrameForm(0, { .notFetched(reason: $0) }) { if case .notFetched(let reason) = $0 { reason } else { nil } },
        FrameForm(1, { .refused(reason: $0) }) { if case .refused(let reason) = $0 { reason } else { nil } },
        FrameForm(2, { .notStarted(reason: $0) }) { if case .notStarted(let reason) = $0 { reason } else { nil } },
        FrameForm(3, .cancelled),
    ]
}

extension ResolverError: FrameRecord {
    static let form = FrameForm(nil, { ResolverError(Code($0), resolver: $1, status: $2, detail: $3) }) {
        ($0.code.description, $0.resolver, $0.status, $0.detail)
    }
}

extension ModuleOffer: FrameRecord {
    static let form = FrameForm(nil, { ModuleOffer(name: $0, version: $1, url: $2, sha256: $3) }) {
        ($0.name, $0.version, $0.url, $0.sha256)
    }
}

extension Request.Verb: FrameValue {}
extension Access: FrameValue {}

extension Duration: FrameRecord {
    /// The most that any deadline has.
    private static let limit = Duration.seconds(86_400)

    static let form = FrameForm(nil, { try Duration(seconds: $0, attoseconds: $1) }) { duration in
        let components = min(max(duration, .zero), limit).components
        return (Int(components.seconds), Int(components.attoseconds))
    }

    private init(seconds: Int, attoseconds: Int) throws(FrameError) {
        guard (0...86_400).contains(seconds), (0..<1_000_000_000_000_000_000).contains(attoseconds) else {
            throw .malformed
        }
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    }
}
