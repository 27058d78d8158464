@_spi(Host) import ModuleKit
import Synchronization

/// The host's side of the connection to a module's process. It performs the module's requests, with the module as their
/// origin.
///
/// The module's process may send anything, so its statements about origins and services are checked.
final class HostService: PeerService {
    private let module: ModuleInfo
    private let mediator: Switchboard
    /// The tested requests and events, to which the module is limited; `nil` without this limit.
    private let tested: TestedUses?
    /// The validity of the module's registration. After its end, the module cannot make requests.
    let validity = ContextValidity()
    private let waitingRecords = Atomic(0)

    init(_ module: ModuleInfo, mediator: Switchboard, tested: TestedUses? = nil) {
        self.module = module
        self.mediator = mediator
        self.tested = tested
    }

    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
        let origin = Origin.ofCurrentRequest
        switch ask.method {
        case .conclude:
            let (request, progress, style) = try Messages.conclude.fields(of: ask)
            let outcome = try await admit(request, progress, style, of: origin)
            return try peer.answer(ask, Messages.conclude, outcome)
        case .canOpen:
            let (url, verb, asking) = try Messages.canOpen.fields(of: ask)
            try check(asking, of: origin, url: url)
            try checkTested([verb], RouteURL(url))
            let availability = try mediator.availability(of: RouteURL(url), for: verb, origin: asking)
            return try peer.answer(ask, Messages.canOpen, availability)
        case .labelledRoutes:
            let (label, asking) = try Messages.labelledRoutes.fields(of: ask)
            try check(asking, of: origin, url: label)
            if let tested, !tested.labels.contains(label) { try refuse("label", label, adding: "labels") }
            return try peer.answer(ask, Messages.labelledRoutes, mediator.routes(labelled: label, origin: asking))
        case .publish:
            let (event, value, isForFleet) = try Messages.publish.fields(of: ask)
            let reach: EventReach = isForFleet ? .fleet : .host
            return try peer.answer(ask, Messages.publish, await publish(Event(event, reach: reach), value))
        case .webService:
            return try peer.answer(ask, Messages.webService, try webService(try Messages.webService.fields(of: ask)))
        case .redeclare:
            try redeclare(ask, peer)
            return try peer.answer(ask, Messages.redeclare, FrameNothing())
        default: return try await peer.answerReference(ask)
        }
    }

    /// - Parameter progress: the module's code that receives the progress of the request's upload.
    private func admit(
        _ asked: RelayedRequest, _ progress: SentCode?, _ style: StackEntry.Style, of origin: Origin?
    ) async throws -> RequestOutcome {
        var request = asked
        request.options.style = style
        let upload = try progress.map { UploadReport(try $0.reference()) }
        if let upload, var call = request.options.context as? WebServiceCall {
            call.progress = upload.note
            request.options.context = call
        }
        try check(request, of: origin)
        if tested != nil {
            let verbs = Self.verbs(of: request)
            request.options.checkDestination = { [self] url throws(RequestError) in try checkTested(verbs, url) }
        }
        let outcome: Result<RequestOutcome, RequestError>
        do throws(RequestError) {
            outcome = .success(try await mediator.mediate(request))
        } catch {
            outcome = .failure(error)
        }
        await upload?.end()
        return try outcome.get()
    }

    private func publish(_ event: Event<Payload>, _ value: Payload) async -> Delivery {
        let refused =
            validity.isOver ? Delivery(event: event.name) : Delivery.refusal(of: event.name, by: module.name)
        if let refused { return refused }
        if let tested, !tested.events.contains(event.name) {
            do throws(RequestError) { try refuse("event", event.name, adding: "published") } catch {
                return Delivery(event: event.name, failures: [Delivery.Failure(module: module.name, reason: error)])
            }
        }
        return await mediator.publish(event, value)
    }

    private func check(_ request: RelayedRequest, of origin: Origin?) throws(RequestError) {
        guard !validity.isOver else {
            throw RequestError(.moduleLeft(url: mediator.shown(request.url), module: module.name))
        }
        try check(request.origin, of: origin, url: request.url)
        guard let call = request.options.context as? WebServiceCall else {
            // A request for a page may use routes that were tested with `open`.
            return try checkTested(Self.verbs(of: request), RouteURL(request.url))
        }
        do throws(WebServiceError) {
            guard call.module == module.name, module.webServices.contains(call.service) else {
                throw .notDeclared(module: module.name)
            }
            let base = try mediator.webService(call.service)
            guard WebServiceCall.covers(RouteURL(request.url), base: base) else {
                throw .notDeclared(module: module.name)
            }
            for (name, value) in call.headers { try HeaderField.check(name, value) }
            if let type = call.mediaType { try HeaderField.check("Content-Type", value: type) }
        } catch {
            throw RequestError(.callNotSent(service: call.service, reason: "\(error)"))
        }
    }

    /// Checks that the origin of a request is the module, `external`, or `origin`: the origin of the request that the
    /// module works on.
    private func check(_ asking: Origin, of origin: Origin?, url: String) throws(RequestError) {
        guard asking == .module(module.name) || asking == .external || asking == origin else {
            throw RequestError(
                .refused(
                    url: mediator.shown(url), by: .lookUp,
                    reason:
                        "\(module.name) is not working on a request of \(asking); ask with the context of a request"
                ))
        }
    }

    /// The verbs of the routes that may answer a request.
    private static func verbs(of request: RelayedRequest) -> [Request.Verb] {
        request.wantsPage ? [.open, request.verb] : [request.verb]
    }

    private func checkTested(_ verbs: [Request.Verb], _ url: RouteURL) throws(RequestError) {
        guard let tested, !tested.allow(url, verbs, of: module.name, mediator) else { return }
        try refuse("\(verbs[0])", mediator.shown(url.text), adding: "asks")
    }

    /// Refuses or reports a use that the module's tests do not have. `section` is the section of the module's contract
    /// that would allow it.
    private func refuse(_ kind: String, _ name: String, adding section: String) throws(RequestError) {
        let entry = section == "asks" ? "\(kind) \(name)" : name
        let reason =
            "no test of \(module.name) uses the \(kind) \(name); to allow it, add \"\(entry)\":{} to the \(section) "
            + "of its "
            + "contract, and isolate it again"
        guard tested?.onlyReports == true else {
            throw RequestError(.refused(url: name, by: .lookUp, reason: reason))
        }
        mediator.log(.warning) { LogRecord(.warning, reason, from: module.name) }
    }

    private func webService(_ name: String) throws -> String {
        guard module.webServices.contains(name) else { throw DescribedError(description: "\(name) is not declared") }
        return try mediator.webService(name)
    }

    /// The largest number that a declaration may have. Without a limit, sums could overflow.
    private static let declarationLimit = 1 << 20

    private func redeclare(_ ask: Ask, _ peer: Peer) throws {
        let (interceptors, subscriptions, declared) = try Messages.redeclare.fields(of: ask)
        for first in [interceptors, subscriptions] where !(0...Self.declarationLimit).contains(first) {
            throw FrameError.malformed
        }
        var registration = declared.registration(
            of: module.name, RemoteCode(peer: peer), firstInterceptor: interceptors, firstSubscription: subscriptions)
        registration.context = validity
        if !validity.isOver { try mediator.redeclare(registration) }
    }

    /// The limits for log records that wait for the task of their request: the number of records, and the size of each.
    /// Beyond these limits, a record is written immediately, without its request.
    private static let waitingLimit = (records: 1024, bytes: 64 << 10)

    func take(_ notice: Ask, from peer: Peer) throws {
        switch notice.method {
        case .log:
            let record = try record(notice)
            let isWaiting = waitingRecords.add(1, ordering: .relaxed).newValue <= Self.waitingLimit.records
            let waits = isWaiting && notice.fields.size <= Self.waitingLimit.bytes
            let write: @Sendable () -> Void = { [self] in
                mediator.log(record.level) { record }
                waitingRecords.subtract(1, ordering: .relaxed)
            }
            if !waits || !peer.perform(within: notice.within, write) { write() }
        case .redact:
            let (names, base) = try Messages.redact.fields(of: notice)
            // A module may redact only below the web services that it uses.
            guard module.webServices.contains(where: { (try? mediator.webService($0)) == base }) else { return }
            mediator.redact(Set(names), below: base)
        default: try peer.takeReference(notice)
        }
    }

    /// Reads a record of the log. A record that is so long that it would block the reading thread is replaced by a
    /// warning.
    private func record(_ notice: Ask) throws -> LogRecord {
        let (size, most) = (notice.fields.size, WireProtocol.recordLimit)
        guard size <= most else {
            let text = "a record of \(size) bytes is not shown; log at most \(most) at a time"
            return LogRecord(.warning, text, [:], from: module.name)
        }
        let (level, message, values) = try Messages.log.fields(of: notice)
        return LogRecord(level, message, values.value, from: module.name)
    }
}

/// The stand-in for the code of a module in another process.
struct RemoteCode: ModuleCode {
    let peer: Peer

    func answer(to request: Request, by route: Int) async throws -> Response {
        try await peer.ask(Messages.route, route, RequestImage(request))
    }

    func decide(on request: Request, by interceptor: Int) async throws -> Decision {
        try await peer.ask(Messages.interceptor, interceptor, RequestImage(request)).decision(on: request)
    }

    /// Returns the interceptor's outcome, or the present outcome if the module's process did not change it.
    func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome {
        let other = try? await peer.ask(Messages.outcome, interceptor, RequestImage(request), outcome)
        return (other ?? nil) ?? outcome
    }

    func receive(_ value: Payload, by subscription: Int) async throws {
        try await peer.ask(Messages.subscription, subscription, value)
    }
}
