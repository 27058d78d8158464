import FoundationEssentials
@_spi(Host) import ModuleKit
import Synchronization

/// The host's side of the connection: it performs what the module asks for, with the module as its origin.
///
/// The module's process may send anything: nothing that it says of itself is believed.
final class HostService: PeerService {
    private let module: ModuleInfo
    private let mediator: Switchboard
    /// Whether the module may ask for anything; the context of its registration.
    let validity = ContextValidity()
    private let waitingRecords = Atomic(0)

    init(_ module: ModuleInfo, mediator: Switchboard) {
        self.module = module
        self.mediator = mediator
    }

    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
        var (fields, answer) = (ask.fields, ask.answer)
        let origin = Origin.ofCurrentRequest
        do {
            switch ask.method {
            case .conclude:
                let (request, upload) = try peer.relayedRequest(&fields)
                try check(request, of: origin)
                let outcome: Result<RequestOutcome, RequestError>
                do throws(RequestError) {
                    outcome = .success(try await mediator.conclude(request))
                } catch {
                    outcome = .failure(error)
                }
                await upload?.end()
                try peer.write(try outcome.get(), to: &answer)
            case .canOpen:
                let (url, verb, asking) = (try fields.text(), try fields.verb(), try fields.origin())
                try check(asking, of: origin, url: url)
                answer.write(try mediator.availability(of: RouteURL(url), for: verb, origin: asking).rawValue)
            case .labelledRoutes:
                let (label, asking) = (try fields.text(), try fields.origin())
                try check(asking, of: origin, url: label)
                answer.write(list: mediator.routes(labelled: label, origin: asking)) { $0.write($1) }
            case .publish:
                let (event, value) = (try fields.text(), try peer.payload(&fields))
                let refused = validity.isOver ? Delivery(event: event) : Delivery.refusal(of: event, by: module.name)
                if let refused {
                    answer.write(refused)
                } else {
                    answer.write(await mediator.publish(Event<Payload>(event), value))
                }
            case .webService:
                answer.write(try webService(try fields.text()))
            case .redeclare: try redeclare(&fields, peer)
            case .message, .nextElement, .resume: try await peer.answerReference(ask, &answer)
            case .load, .start, .stop, .route, .interceptor, .outcome, .subscription, .progress:
                throw FrameError.malformed
            }
        } catch {
            peer.references.releaseAll(of: answer)
            throw error
        }
        return answer
    }

    private func check(_ request: RelayedRequest, of origin: Origin?) throws(RequestError) {
        guard !validity.isOver else {
            throw RequestError(.moduleLeft(url: mediator.shown(request.url), module: module.name))
        }
        try check(request.origin, of: origin, url: request.url)
        guard let call = request.options.context as? WebServiceCall else { return }
        do throws(WebServiceError) {
            guard call.module == module.name, module.webServices.contains(call.service) else {
                throw .notDeclared(module: module.name)
            }
            for (name, value) in call.headers { try HeaderField.check(name, value) }
            if let type = call.mediaType { try HeaderField.check("Content-Type", value: type) }
        } catch {
            throw RequestError(.callNotSent(service: call.service, reason: "\(error)"))
        }
    }

    /// The module asks for itself, or on behalf of the request that it works on.
    ///
    /// - Parameter origin: that of the request in progress.
    private func check(_ asking: Origin, of origin: Origin?, url: String) throws(RequestError) {
        guard asking == .module(module.name) || asking == .external || asking == origin else {
            throw RequestError(
                .refused(
                    url: mediator.shown(url), by: .lookUp,
                    reason:
                        "\(module.name) works on no request of \(asking); ask with the context of a request in progress"
                ))
        }
    }

    private func webService(_ name: String) throws -> String {
        guard module.webServices.contains(name) else { throw DescribedError(description: "\(name) is not declared") }
        return try mediator.webService(name)
    }

    /// A module has far fewer declarations, and a number of any size could be one too large for a sum.
    private static let declarationLimit = 1 << 20

    private func redeclare(_ fields: inout FrameDecoder, _ peer: Peer) throws {
        let (interceptors, subscriptions) = (try fields.integer(), try fields.integer())
        for first in [interceptors, subscriptions] where !(0...Self.declarationLimit).contains(first) {
            throw FrameError.malformed
        }
        let declared = try JSONDecoder().decode(DeclaredModule.self, from: Data(try fields.data()))
        var registration = declared.registration(
            of: module.name, RemoteCode(peer), firstInterceptor: interceptors, firstSubscription: subscriptions)
        registration.context = validity
        if !validity.isOver { try mediator.redeclare(registration) }
    }

    /// How many records of the log wait for their requests, and of what size; others are written at once and without them.
    private static let waitingLimit = (records: 1024, bytes: 64 << 10)

    func take(_ notice: Notice, _ fields: FrameDecoder, from peer: Peer) throws {
        var fields = fields
        let within = try fields.number()
        switch notice {
        case .log:
            let record = try record(&fields)
            let isWaiting = waitingRecords.add(1, ordering: .relaxed).newValue <= Self.waitingLimit.records
            let waits = isWaiting && fields.size <= Self.waitingLimit.bytes
            peer.perform(within: waits ? within : 0) { [self] in
                mediator.log(record.level) { record }
                waitingRecords.subtract(1, ordering: .relaxed)
            }
        case .redact:
            let (names, base) = (Set(try fields.texts()), try fields.text())
            // A module redacts in the web services that it uses, and nowhere else.
            guard module.webServices.contains(where: { (try? mediator.webService($0)) == base }) else { return }
            mediator.redact(names, below: base)
        case .elements, .release, .endIteration:
            // The ends of values and what follows a page are not a part of the request whose thread reads this.
            let rest = fields
            try peer.outside { [peer] in
                var fields = rest
                try peer.takeReference(notice, &fields)
            }
        case .invalidate: throw FrameError.malformed
        }
    }

    /// Reads a record of the log; one of any size would hold the thread that reads.
    private func record(_ fields: inout FrameDecoder) throws -> LogRecord {
        guard fields.size <= WireProtocol.recordLimit else {
            let most = WireProtocol.recordLimit
            let text = "a record of \(fields.size) bytes is not shown; log \(most) at most at a time"
            return LogRecord(.warning, text, [:], from: module.name)
        }
        let level = try FrameDecoder.known(LogLevel(rawValue: try fields.text()))
        let message = try fields.text()
        let values = try JSONDecoder().decode([String: Payload].self, from: Data(try fields.data()))
        return LogRecord(level, message, values, from: module.name)
    }
}

/// What each side does with references to its code.
extension Peer {
    func answerReference(_ ask: Ask, _ answer: inout FrameEncoder) async throws {
        var fields = ask.fields
        let target = references[try fields.number()]
        switch (ask.method, target) {
        case (.message, .page(let page)?):
            let place = try fields.integer()
            try await page.receive(try payload(&fields), at: place)
        case (.nextElement, .stream(let stream)?):
            let value = try await stream.next(try fields.number())
            try answer.write(value) { try write($1, to: &$0) }
        case (.resume, .resume(let request, let resume)?):
            try write(try await resume(try payload(&fields)), on: request, to: &answer)
        default: throw DescribedError(description: "the code is not there any more; open the page again")
        }
    }

    func takeReference(_ notice: Notice, _ fields: inout FrameDecoder) throws {
        switch notice {
        case .elements: try references.show(fields)
        case .release: references.release(try fields.number())
        case .endIteration:
            guard case .stream(let stream)? = references[try fields.number()] else { return }
            let iteration = try fields.number()
            Task { await stream.end(iteration) }
        case .invalidate, .log, .redact: throw FrameError.malformed
        }
    }
}

/// The code of a module in another process.
struct RemoteCode: ModuleCode {
    private let peer: Peer

    init(_ peer: Peer) { self.peer = peer }

    func answer(to request: Request, by route: Int) async throws -> Response {
        var answer = try await peer.ask(.route) { frame in
            frame.write(route)
            try peer.write(request, to: &frame)
        }
        return try peer.response(&answer)
    }

    func decide(on request: Request, by interceptor: Int) async throws -> Decision {
        var answer = try await peer.ask(.interceptor) { frame in
            frame.write(interceptor)
            try peer.write(request, to: &frame)
        }
        return try peer.decision(on: request, &answer)
    }

    /// The outcome itself, where the module's process has no other.
    func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome {
        let answer = try? await peer.ask(.outcome) { frame in
            frame.write(interceptor)
            try peer.write(request, to: &frame)
            try peer.write(outcome, to: &frame)
        }
        guard var answer, (try? answer.flag()) == true else { return outcome }
        return (try? peer.outcome(&answer)) ?? outcome
    }

    func receive(_ value: Payload, by subscription: Int) async throws {
        _ = try await peer.ask(.subscription) { frame in
            frame.write(subscription)
            try peer.write(value, to: &frame)
        }
    }
}
