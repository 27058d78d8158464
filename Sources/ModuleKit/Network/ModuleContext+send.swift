@_spi(Host) import Mediator

extension ModuleContext {
    /// Sends a call to a web service and returns its answer.
    ///
    /// It is a request like others: a `call` of the URL of the service, with this module as its origin. Interceptors see it,
    /// the route of a module or a stub may answer it, it has a deadline and a trace, and cancelling the task cancels the
    /// transfer.
    ///
    /// - Parameters:
    ///   - retries: how often a failed call is sent again within the deadline, 100 times at most; only one with an idempotent
    ///     method is.
    ///   - options: the deadline; the context of the request is the call itself (`WebServiceCall`).
    ///   - progress: receives the parts of the body that were sent, and is finished with the call. After a retry it begins
    ///     again.
    /// - Throws: `RequestError` with the code `callNotSent` for a call that is not sent, `remoteUnavailable` for a failure (its
    ///   `status` and the beginning of the body), `unreadableValue` for an answer of another form, `deadline`, `cancelled`.
    public func send<API: APICall>(
        _ call: API, retries: Int = 0, options: RequestOptions = RequestOptions(),
        progress: AsyncStream<UploadProgress>.Continuation? = nil
    ) async throws(RequestError) -> API.Answer {
        defer { progress?.finish() }
        let mediator = try mediator(for: call.path)
        let url: RouteURL
        do throws(WebServiceError) {
            try check(call)
            let base = try mediator.webService(call.service)
            mediator.redact(API.sensitiveParameters, below: base)
            url = RouteURL(try WebServiceCall.url(base: base, path: call.path, query: call.parameters.query))
        } catch {
            throw RequestError(.callNotSent(service: call.service, reason: "\(error)"))
        }
        var options = options
        options.context = WebServiceCall(
            service: call.service, module: name, method: call.method, headers: call.headers,
            mediaType: call.parameters.mediaType, retries: retries, deadline: options.deadline,
            sensitiveParameters: API.sensitiveParameters, progress: Self.report(to: progress))
        let body = call.parameters.body
        return try await self.mediator(for: .call, url, body)
            .call(url, body: body, as: API.Answer.self, origin: origin, options: options)
    }

    /// Sends a call to a web service and returns its answer as a reformer makes it.
    ///
    /// - Throws: `RequestError` as `send(_:)`, or the reformer's own error.
    public func send<API: APICall, Output>(
        _ call: API, reformedBy reformer: some Reformer<API.Answer, Output>, retries: Int = 0,
        options: RequestOptions = RequestOptions()
    ) async throws -> Output {
        try reformer.reform(try await send(call, retries: retries, options: options))
    }

    private static func report(
        to progress: AsyncStream<UploadProgress>.Continuation?
    ) -> (@Sendable (Int, Int) -> Void)? {
        guard let progress else { return nil }
        return { sent, total in progress.yield(UploadProgress(sent: sent, total: total)) }
    }

    /// Checks that the module may send a call, and that its header fields cannot change the request around them.
    private func check(_ call: some APICall) throws(WebServiceError) {
        guard origin == .module(name) else { throw .notOwn(origin: origin) }
        guard webServices.contains(call.service) else { throw .notDeclared(module: name) }
        for (name, value) in call.headers { try HeaderField.check(name, value) }
        if let type = call.parameters.mediaType { try HeaderField.check("Content-Type", value: type) }
    }
}

extension APIParameters {
    fileprivate var query: [QueryItem] { if case .query(let items) = self { items.items } else { [] } }

    fileprivate var mediaType: String? { if case .bytes(_, let type) = self { type } else { nil } }

    fileprivate var body: Payload? {
        switch self {
        case .none, .query: nil
        case .json(let value): Payload(value)
        case .bytes(let bytes, _): Payload(bytes)
        }
    }
}
