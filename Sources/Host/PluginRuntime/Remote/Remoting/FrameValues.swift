@_spi(Host) import ModuleKit

/// A reference to code of the sending side: `own` on the sending side, and `other` on the receiving side.
enum SentCode: FrameValue {
    case own(References.Target)
    case other(RemoteReference)

    func write(to frame: inout FrameEncoder) throws {
        guard case .own(let target) = self else { throw FrameError.malformed }
        frame.append(try frame.peer.references.add(target, to: &frame))
    }

    static func read(from frame: inout FrameDecoder) throws -> SentCode {
        .other(RemoteReference(try frame.number(), of: try frame.peer))
    }

    /// Returns the reference to code of the other side.
    func reference() throws(FrameError) -> RemoteReference {
        guard case .other(let reference) = self else { throw .malformed }
        return reference
    }
}

extension FrameEncoder {
    var peer: Peer { get throws(FrameError) { try FrameDecoder.known(side as? Peer) } }
}

extension FrameDecoder {
    var peer: Peer { get throws(FrameError) { try Self.known(side as? Peer) } }
}

/// Bytes, texts and secrets are written unchanged, pages and streams with references to code, other values as JSON.
extension Payload: FrameChoice {
    static let forms: [FrameForm<Payload>] = [
        FrameForm(2, { (text: String) in Payload(text) }) { $0.unchanged(as: String.self) },
        FrameForm(1, { (bytes: FrameBytes) in Payload(bytes.content) }) {
            $0.unchanged(as: [UInt8].self).map(FrameBytes.init)
        },
        FrameForm(6, { (bytes: FrameBytes) in Payload(object: Secret(bytes: bytes.content)) }) {
            $0.unchanged(as: Secret.self).map { FrameBytes($0.bytes) }
        },
        FrameForm(3, { (page: Page) in Payload(page) }) { $0.unchanged(as: Page.self) },
        FrameForm(4, { (code: SentCode) in Payload(stream: RemoteStream(reference: try code.reference())) }) {
            $0.elements.map { .own(.stream(ExportedStream($0))) }
        },
        FrameForm(0, { (type: String, json: FrameBytes) in Payload(written: json.content, type: type) }) { payload in
            (try? payload.json()).map { (payload.typeName, FrameBytes($0)) }
        },
        // A value that cannot be encoded is sent as its error.
        FrameForm(5, { (error: PayloadError) in Payload(unavailable: error) }) { $0.encodingError },
    ]

    private var encodingError: PayloadError? {
        do throws(PayloadError) {
            _ = try json()
            return nil
        } catch {
            return error
        }
    }
}

extension Page: FrameValue {
    func write(to frame: inout FrameEncoder) throws {
        try FrameJSON(try sent(in: &frame)).write(to: &frame)
    }

    static func read(from frame: inout FrameDecoder) throws -> Page {
        try frame.read(FrameJSON<Page>.self).value.importing(from: try frame.peer)
    }

    fileprivate func sent(in frame: inout FrameEncoder) throws -> Page {
        for element in elements { try element.checkRows() }
        let peer = try frame.peer
        return try peer.references.export(self, to: peer, in: &frame)
    }
}

extension NavigationCommand: FrameValue {
    func write(to frame: inout FrameEncoder) throws {
        try FrameJSON(try mapPages { try $0.sent(in: &frame) }).write(to: &frame)
    }

    static func read(from frame: inout FrameDecoder) throws -> NavigationCommand {
        let peer = try frame.peer
        return try frame.read(FrameJSON<NavigationCommand>.self).value.mapPages { $0.importing(from: peer) }
    }
}

extension RouteURL: FrameRecord {
    static let form = FrameForm(nil, { (text: String) in RouteURL(text) }) { $0.text }
}

extension QueryItem: FrameRecord {
    static let form = FrameForm(nil, { QueryItem(name: $0, value: $1) }) { ($0.name, $0.value) }
}

extension Availability: FrameValue {}
extension LogLevel: FrameValue {}
extension HTTPMethod: FrameValue {}
extension StackEntry.Style: FrameValue {}

extension Response: FrameChoice {
    static let forms: [FrameForm<Response>] = [
        FrameForm(2, { .value($0) }) { if case .value(let payload) = $0 { payload } else { nil } },
        FrameForm(0, { .page($0) }) { if case .page(let page) = $0 { page } else { nil } },
        FrameForm(1, { .command($0) }) { if case .command(let command) = $0 { command } else { nil } },
        FrameForm(3, { .redirect(to: $0) }) { if case .redirect(let url) = $0 { url } else { nil } },
        FrameForm(4, { .done }) { if case .done = $0 { () } else { nil } },
        FrameForm(5, { .declined }) { if case .declined = $0 { () } else { nil } },
        FrameForm(6, { .suppressed }) { if case .suppressed = $0 { () } else { nil } },
    ]
}

extension Outcome: FrameChoice {
    static let forms: [FrameForm<Outcome>] = [
        FrameForm(0, { .answered($0) }) { if case .answered(let response) = $0 { response } else { nil } },
        FrameForm(1, { .failed($0) }) { if case .failed(let error) = $0 { error } else { nil } },
    ]
}

extension RequestImage: FrameRecord {
    static let form = FrameForm(nil, RequestImage.init) {
        ($0.id, $0.parent, $0.url, $0.shownURL, $0.captures, $0.verb, $0.origin, $0.awaitsResult, $0.body)
    }
}

/// A request that a module's process forwards to its host, or that a host forwards to another host.
extension RelayedRequest: FrameRecord {
    static let form = FrameForm(nil) {
        (
            url: String, verb: Request.Verb, body: Payload?, origin: Origin, deadline: Duration, awaitsResult: Bool,
            wantsPage: Bool, call: WebServiceCall?
        ) in
        var options = RequestOptions(deadline: deadline)
        options.context = call
        return RelayedRequest(
            url: url, verb: verb, body: body, origin: origin, options: options, awaitsResult: awaitsResult,
            wantsPage: wantsPage)
    } _: {
        (
            $0.url, $0.verb, $0.body, $0.origin, $0.options.deadline, $0.awaitsResult, $0.wantsPage,
            $0.options.context as? WebServiceCall
        )
    }
}

/// A call of a web service, without the code that receives its progress.
extension WebServiceCall: FrameRecord {
    static let form = FrameForm(nil) {
        (
            service: String, module: String, method: HTTPMethod, headers: [QueryItem], mediaType: String?,
            retries: Int, deadline: Duration, sensitive: [String], answer: AnswerTerms
        ) in
        WebServiceCall(
            service: service, module: module, method: method,
            headers: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }, mediaType: mediaType, retries: retries,
            deadline: deadline, sensitiveParameters: Set(sensitive), answerForm: answer.form,
            sizeLimit: answer.sizeLimit, progress: nil)
    } _: { call in
        let headers = call.headers.sorted { $0.key < $1.key }.map { QueryItem(name: $0.key, value: $0.value) }
        return (
            call.service, call.module, call.method, headers, call.mediaType, call.retries, call.deadline,
            call.sensitiveParameters.sorted(), AnswerTerms(form: call.answerForm, sizeLimit: call.sizeLimit)
        )
    }

    /// The form and the size limit of an answer. If the limit is not the form's default, bit 0x80 of the tag is
    /// set, and the limit follows.
    private struct AnswerTerms: FrameValue {
        let form: AnswerForm
        let sizeLimit: Int

        func write(to frame: inout FrameEncoder) {
            frame.append(tag: form.rawValue | (sizeLimit == form.sizeLimit ? 0 : 0x80))
            if sizeLimit != form.sizeLimit { sizeLimit.write(to: &frame) }
        }

        static func read(from frame: inout FrameDecoder) throws -> AnswerTerms {
            let tag = try frame.tag()
            let form = try FrameDecoder.known(AnswerForm(rawValue: tag & 0x7F))
            return AnswerTerms(form: form, sizeLimit: tag & 0x80 == 0 ? form.sizeLimit : try frame.read(Int.self))
        }
    }
}

extension RequestOutcome: FrameChoice {
    static let forms: [FrameForm<RequestOutcome>] = [
        FrameForm(1, { .value($0, from: $1) }) {
            if case .value(let payload, let stage) = $0 { (payload, stage) } else { nil }
        },
        FrameForm(0, { .feedback($0) }) { if case .feedback(let feedback) = $0 { feedback } else { nil } },
        FrameForm(2, { .result($0) }) { if case .result(let payload) = $0 { .some(payload) } else { nil } },
    ]
}

extension Feedback: FrameRecord {
    static let form = FrameForm(nil, { Feedback($0, stack: $1, tab: $2, next: $3) }) {
        ($0.outcome, $0.stack, $0.tab, $0.next)
    }
}

extension Feedback.Outcome: FrameChoice {
    static let forms: [FrameForm<Feedback.Outcome>] = [
        FrameForm(0, .shown), FrameForm(3, .done), FrameForm(4, .suppressed),
        FrameForm(1, { .refused(reason: $0) }) { if case .refused(let reason) = $0 { reason } else { nil } },
        FrameForm(2, { .dismissed(value: $0) }) { if case .dismissed(let value) = $0 { .some(value) } else { nil } },
    ]
}

extension StackEntry: FrameRecord {
    static let form = FrameForm(nil, StackEntry.init) { ($0.url, $0.title, $0.style, $0.identity) }
}

extension Delivery: FrameRecord {
    static let form = FrameForm(nil, Delivery.init) { ($0.event, $0.count, $0.failures) }
}

extension Delivery.Failure: FrameRecord {
    static let form = FrameForm(nil, { Delivery.Failure(module: $0, reason: ($1 as Thrown).error) }) {
        ($0.module, Thrown($0.reason))
    }
}

extension LabelledRoute: FrameRecord {
    static let form = FrameForm(nil, LabelledRoute.init) {
        ($0.module, $0.pattern, $0.verb, $0.url, $0.text, $0.summary)
    }
}
