@_spi(Host) import ModuleKit

/// Values on their way between the processes.
extension Peer {
    /// Writes a payload: bytes, texts and secrets as they are, pages with references to their code, all other values as JSON.
    func write(_ payload: Payload, to frame: inout FrameEncoder) throws {
        if let text = payload.unchanged(as: String.self) {
            frame.write(tag: 2)
            frame.write(text)
        } else if let bytes = payload.unchanged(as: [UInt8].self) {
            frame.write(tag: 1)
            frame.write(bytes)
        } else if let secret = payload.unchanged(as: Secret.self) {
            frame.write(tag: 6)
            frame.write(secret.bytes)
        } else if let page = payload.unchanged(as: Page.self) {
            frame.write(tag: 3)
            try write(page, to: &frame)
        } else if let stream = payload.elements {
            frame.write(tag: 4)
            frame.write(try references.add(.stream(ExportedStream(stream)), to: &frame))
        } else {
            do throws(PayloadError) {
                let json = try payload.json()
                frame.write(tag: 0)
                frame.write(payload.typeName)
                frame.write(json)
            } catch {
                // Whoever reads it has the error.
                frame.write(tag: 5)
                frame.write(error)
            }
        }
    }

    func payload(_ frame: inout FrameDecoder) throws -> Payload {
        switch try frame.tag() {
        case 0: try writtenPayload(&frame)
        case 1: Payload(try frame.data())
        case 2: Payload(try frame.text())
        case 3: Payload(try page(&frame))
        case 5: Payload(unavailable: try frame.payloadError())
        case 6: Payload(object: Secret(bytes: try frame.data()))
        case 4: Payload(stream: RemoteStream(reference: RemoteReference(try frame.number(), of: self)))
        default: throw FrameError.malformed
        }
    }

    private func writtenPayload(_ frame: inout FrameDecoder) throws -> Payload {
        let type = try frame.text()
        return Payload(written: try frame.data(), type: type)
    }

    private func write(_ page: Page, to frame: inout FrameEncoder) throws {
        try PageJSON.check(page.elements)
        frame.write(try PageJSON.bytes(try references.export(page, to: self, in: &frame)))
    }

    private func page(_ frame: inout FrameDecoder) throws -> Page {
        try PageJSON.page(try frame.data()).importing(from: self)
    }

    func write(_ command: NavigationCommand, to frame: inout FrameEncoder) throws {
        let sent = try command.mapPages { page in
            try PageJSON.check(page.elements)
            return try references.export(page, to: self, in: &frame)
        }
        frame.write(try PageJSON.bytes(sent))
    }

    func command(_ frame: inout FrameDecoder) throws -> NavigationCommand {
        try PageJSON.command(try frame.data()).mapPages { $0.importing(from: self) }
    }

    func write(_ response: Response, to frame: inout FrameEncoder) throws {
        switch response {
        case .page(let page):
            frame.write(tag: 0)
            try write(page, to: &frame)
        case .command(let command):
            frame.write(tag: 1)
            try write(command, to: &frame)
        case .value(let payload):
            frame.write(tag: 2)
            try write(payload, to: &frame)
        case .redirect(let url):
            frame.write(tag: 3)
            frame.write(url.text)
        case .done: frame.write(tag: 4)
        case .declined: frame.write(tag: 5)
        case .suppressed: frame.write(tag: 6)
        @unknown default: throw FrameError.malformed
        }
    }

    func response(_ frame: inout FrameDecoder) throws -> Response {
        switch try frame.tag() {
        case 0: .page(try page(&frame))
        case 1: .command(try command(&frame))
        case 2: .value(try payload(&frame))
        case 3: .redirect(to: RouteURL(try frame.text()))
        case 4: .done
        case 5: .declined
        case 6: .suppressed
        default: throw FrameError.malformed
        }
    }

    func write(_ request: Request, to frame: inout FrameEncoder) throws {
        let image = RequestImage(request)
        frame.write(image.id)
        frame.write(image.parent) { $0.write($1) }
        frame.write(image.url)
        frame.write(image.shownURL)
        frame.write(list: image.captures) {
            $0.write($1.name)
            $0.write($1.value)
        }
        frame.write(image.verb)
        frame.write(image.origin)
        frame.write(image.awaitsResult)
        try frame.write(image.body) { try write($1, to: &$0) }
    }

    func requestImage(_ frame: inout FrameDecoder) throws -> RequestImage {
        RequestImage(
            id: try frame.number(), parent: try frame.optional { try $0.number() }, url: try frame.text(),
            shownURL: try frame.optionalText(),
            captures: try frame.list { QueryItem(name: try $0.text(), value: try $0.text()) },
            verb: try frame.verb(), origin: try frame.origin(), awaitsResult: try frame.flag(),
            body: try frame.optional { try payload(&$0) })
    }

    /// Writes a decision on a request of the other side.
    func write(_ decision: Decision, on decided: Request, to frame: inout FrameEncoder) throws {
        switch decision.kind {
        case .pass: frame.write(tag: 0)
        case .change(let request) where request.hasBody(of: decided):
            frame.write(tag: 6)
            frame.write(request.url.text)
        case .change(let request):
            frame.write(tag: 1)
            frame.write(request.url.text)
            try frame.write(request.body) { try write($1, to: &$0) }
        case .redirect(let url):
            frame.write(tag: 2)
            frame.write(url.text)
        case .answer(let response):
            frame.write(tag: 3)
            try write(response, to: &frame)
        case .refuse(let reason):
            frame.write(tag: 4)
            frame.write(reason)
        case .detour(let url, let resume):
            frame.write(tag: 5)
            frame.write(url.text)
            frame.write(try references.add(.resume(decided, resume), to: &frame))
        @unknown default: throw FrameError.malformed
        }
    }

    /// Reads a decision on a request of this side.
    func decision(on request: Request, _ frame: inout FrameDecoder) throws -> Decision {
        switch try frame.tag() {
        case 0: return .pass
        case 1:
            let changed = try Self.changed(request, &frame)
            return .change(changed.with(body: try frame.optional { try payload(&$0) }))
        case 6: return .change(try Self.changed(request, &frame))
        case 2: return .redirect(to: RouteURL(try frame.text()))
        case 3: return .answer(try response(&frame))
        case 4: return .refuse(try frame.text())
        case 5:
            let url = RouteURL(try frame.text())
            let reference = RemoteReference(try frame.number(), of: self)
            return .detour(to: url) { value in
                let peer = try reference.peer()
                var answer = try await peer.ask(.resume) { frame in
                    frame.write(reference.number)
                    try peer.write(value, to: &frame)
                }
                return try peer.decision(on: request, &answer)
            }
        default: throw FrameError.malformed
        }
    }

    private static func changed(_ request: Request, _ frame: inout FrameDecoder) throws -> Request {
        let url = try RouteURL(parsing: try frame.text())
        return url.text == request.url.text ? request : request.with(url: url)
    }

    func write(_ outcome: Outcome, to frame: inout FrameEncoder) throws {
        switch outcome {
        case .answered(let response):
            frame.write(tag: 0)
            try write(response, to: &frame)
        case .failed(let error):
            frame.write(tag: 1)
            frame.write(error: error)
        @unknown default: throw FrameError.malformed
        }
    }

    func outcome(_ frame: inout FrameDecoder) throws -> Outcome {
        switch try frame.tag() {
        case 0: .answered(try response(&frame))
        case 1: .failed(try frame.requestError())
        default: throw FrameError.malformed
        }
    }
}

/// The requests of a module on their way to the host, and their outcomes.
extension Peer {
    func write(_ request: RelayedRequest, to frame: inout FrameEncoder) throws {
        frame.write(request.url)
        frame.write(request.verb)
        try frame.write(request.body) { try write($1, to: &$0) }
        frame.write(request.origin)
        frame.write(request.options.deadline.milliseconds)
        frame.write(request.awaitsResult)
        frame.write(request.wantsPage)
        try frame.write(request.options.context as? WebServiceCall) { frame, call in
            frame.write(call.service)
            frame.write(call.module)
            frame.write(call.method.rawValue)
            frame.write(list: call.headers.sorted { $0.key < $1.key }) { frame, field in
                frame.write(field.key)
                frame.write(field.value)
            }
            frame.write(call.mediaType)
            frame.write(call.retries)
            frame.write(list: call.sensitiveParameters.sorted())
            frame.write(tag: call.answerForm.rawValue)
            try frame.write(call.progress) { $0.write(try references.add(.progress($1), to: &$0)) }
        }
    }

    /// Reads a request of the module, and the report of its upload's progress where the module wants one.
    func relayedRequest(_ frame: inout FrameDecoder) throws -> (request: RelayedRequest, upload: UploadReport?) {
        let (url, verb) = (try frame.text(), try frame.verb())
        let body = try frame.optional { try payload(&$0) }
        let origin = try frame.origin()
        var options = RequestOptions(deadline: .milliseconds(min(try frame.number(), 86_400_000)))
        let (awaitsResult, wantsPage) = (try frame.flag(), try frame.flag())
        var upload: UploadReport?
        options.context = try frame.optional { frame in
            try frame.webServiceCall(deadline: options.deadline) { number in
                let report = UploadReport(RemoteReference(number, of: self))
                upload = report
                return report.note
            }
        }
        let request = RelayedRequest(
            url: url, verb: verb, body: body, origin: origin, options: options, awaitsResult: awaitsResult,
            wantsPage: wantsPage)
        return (request, upload)
    }

    func write(_ outcome: RequestOutcome, to frame: inout FrameEncoder) throws {
        switch outcome {
        case .feedback(let feedback):
            frame.write(tag: 0)
            try write(feedback, to: &frame)
        case .value(let payload, let stage):
            frame.write(tag: 1)
            try write(payload, to: &frame)
            frame.write(stage)
        case .result(let payload):
            frame.write(tag: 2)
            try frame.write(payload) { try write($1, to: &$0) }
        }
    }

    func requestOutcome(_ frame: inout FrameDecoder) throws -> RequestOutcome {
        switch try frame.tag() {
        case 0: .feedback(try feedback(&frame))
        case 1: .value(try payload(&frame), from: try frame.stage())
        case 2: .result(try frame.optional { try payload(&$0) })
        default: throw FrameError.malformed
        }
    }

    private func write(_ feedback: Feedback, to frame: inout FrameEncoder) throws {
        switch feedback.outcome {
        case .shown: frame.write(tag: 0)
        case .refused(let reason):
            frame.write(tag: 1)
            frame.write(reason)
        case .dismissed(let value):
            frame.write(tag: 2)
            try frame.write(value) { try write($1, to: &$0) }
        case .done: frame.write(tag: 3)
        case .suppressed: frame.write(tag: 4)
        @unknown default: throw FrameError.malformed
        }
        frame.write(stack: feedback.stack)
        frame.write(feedback.tab)
        frame.write(feedback.next?.text)
    }

    private func feedback(_ frame: inout FrameDecoder) throws -> Feedback {
        let outcome: Feedback.Outcome =
            switch try frame.tag() {
            case 0: .shown
            case 1: .refused(reason: try frame.text())
            case 2: .dismissed(value: try frame.optional { try payload(&$0) })
            case 3: .done
            case 4: .suppressed
            default: throw FrameError.malformed
            }
        return Feedback(
            outcome, stack: try frame.stack(), tab: try frame.optionalText(),
            next: try frame.optionalText().map { RouteURL($0) })
    }
}

extension FrameEncoder {
    mutating func write(stack: [StackEntry]) {
        write(list: stack) { frame, entry in
            frame.write(entry.url)
            frame.write(entry.title)
            frame.write(entry.style == .presented)
            frame.write(entry.identity)
        }
    }

    mutating func write(_ delivery: Delivery) {
        write(delivery.event)
        write(delivery.count)
        write(list: delivery.failures) { frame, failure in
            frame.write(failure.module)
            frame.write(error: failure.reason)
        }
    }

    mutating func write(_ route: LabelledRoute) {
        write(route.module)
        write(route.pattern)
        write(route.verb)
        for text in [route.url?.text, route.text, route.summary] { write(text) }
    }
}

extension FrameDecoder {
    mutating func stack() throws -> [StackEntry] {
        try list { frame in
            StackEntry(
                url: try frame.text(), title: try frame.text(), style: try frame.flag() ? .presented : .pushed,
                identity: try frame.number())
        }
    }

    mutating func delivery() throws -> Delivery {
        Delivery(
            event: try text(), count: try integer(),
            failures: try list { Delivery.Failure(module: try $0.text(), reason: try $0.error()) })
    }

    mutating func labelledRoute() throws -> LabelledRoute {
        LabelledRoute(
            module: try text(), pattern: try text(), verb: try verb(),
            url: try optionalText().map { RouteURL($0) },
            text: try optionalText(), summary: try optionalText())
    }

    /// - Parameter progress: returns what receives the progress of the upload, for a reference.
    fileprivate mutating func webServiceCall(
        deadline: Duration, progress: (UInt64) -> @Sendable (Int, Int) -> Void
    ) throws -> WebServiceCall {
        let (service, module) = (try text(), try text())
        let method = try Self.known(HTTPMethod(rawValue: try text()))
        let headers = try list { (try $0.text(), try $0.text()) }
        return WebServiceCall(
            service: service, module: module, method: method, headers: Dictionary(headers) { $1 },
            mediaType: try optionalText(), retries: try integer(), deadline: deadline,
            sensitiveParameters: Set(try texts()),
            answerForm: try Self.known(WebServiceCall.AnswerForm(rawValue: try tag())),
            progress: try optional { progress(try $0.number()) })
    }
}

extension Duration {
    /// Whole milliseconds, rounded up: none is less than there is.
    fileprivate var milliseconds: UInt64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = min(self, .seconds(86_400)).components
        return UInt64(seconds) * 1000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
