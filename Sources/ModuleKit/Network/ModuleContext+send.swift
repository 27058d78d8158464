@_spi(Host) import Mediator

extension ModuleContext {
    /// Sends a call to a web service and returns its answer.
    ///
    /// The call is an ordinary request: a `call` of the service's URL with this module as its origin. Interceptors see
    /// it, a route or a stub may answer it, it has a deadline and a trace, and cancelling the task cancels it.
    ///
    /// - Parameters:
    ///   - call: the call, with its path, query and body.
    ///   - retries: the maximum number of retries within the deadline, up to 100; none if the method is not idempotent.
    ///   - options: the options of the request; their `context` is replaced by the call itself (`WebServiceCall`).
    ///   - progress: receives the number of bytes sent, and is finished when the call ends. A retry starts again at 0.
    /// - Throws: `RequestError`: `callNotSent`, `remoteUnavailable` (with the `status` and the beginning of the body;
    ///   `response(to:)` returns the whole body), `unreadableValue` if the body cannot be decoded, `deadline` or
    ///   `cancelled`.
    public func send<API: APICall>(
        _ call: API, retries: Int = 0, options: RequestOptions = RequestOptions(),
        progress: AsyncStream<UploadProgress>.Continuation? = nil
    ) async throws(RequestError) -> API.Answer {
        defer { progress?.finish() }
        let request = try request(
            call, as: API.Answer.self == [UInt8].self ? .bytes : .json, retries, options, progress)
        return try await mediator(for: .call, request.url, request.body).call(
            request.url, body: request.body, as: API.Answer.self, origin: origin, options: request.options)
    }

    /// Sends a call to a web service and returns its answer with any status, including the header fields.
    ///
    /// The parameters are as for `send`. If a route or a stub answers instead of the service, the status is 200.
    /// - Throws: `RequestError` like `send(_:)`, except that no status is an error; `answer()` throws if it cannot
    ///   decode the body.
    public func response<API: APICall>(
        to call: API, retries: Int = 0, options: RequestOptions = RequestOptions(),
        progress: AsyncStream<UploadProgress>.Continuation? = nil
    ) async throws(RequestError) -> APIResponse<API.Answer> {
        defer { progress?.finish() }
        let request = try request(call, as: .response, retries, options, progress)
        let (answer, stage): (Payload, Request.Stage)
        do throws(RequestError) {
            (answer, stage) = try await mediator(for: .call, request.url, request.body).value(
                of: request.url, body: request.body, origin: origin, options: request.options)
        } catch {
            // A response is returned only if the service itself answered this request with a status. If a route
            // answered instead, and one of the route's own requests failed, the error has another reason and is thrown.
            guard case .remote(_, let failure, _) = error.reason, let status = failure.status else { throw error }
            return APIResponse(WebServiceAnswer(status: status, body: Array(failure.detail.utf8)))
        }
        do throws(PayloadError) {
            return APIResponse(try WebServiceAnswer(answer))
        } catch {
            throw RequestError(.unreadableValue(url: request.url.text, answeredBy: stage, reason: error))
        }
    }

    /// Sends a call to a web service and returns its answer as converted by a reformer.
    /// - Throws: `RequestError` like `send(_:)`, or the reformer's error.
    public func send<API: APICall, Output>(
        _ call: API, reformedBy reformer: some Reformer<API.Answer, Output>, retries: Int = 0,
        options: RequestOptions = RequestOptions()
    ) async throws -> Output {
        try reformer.reform(try await send(call, retries: retries, options: options))
    }

    private func request(
        _ call: some APICall, as form: WebServiceCall.AnswerForm, _ retries: Int, _ options: RequestOptions,
        _ progress: AsyncStream<UploadProgress>.Continuation?
    ) throws(RequestError) -> (url: RouteURL, body: Payload?, options: RequestOptions) {
        let mediator = try mediator(for: call.path.text)
        let sensitive = type(of: call).sensitiveParameters
        let url: RouteURL
        do throws(WebServiceError) {
            try check(call)
            let base = try mediator.webService(call.service)
            mediator.redact(sensitive, below: base)
            url = try WebServiceCall.url(base: base, path: call.path, query: call.query.items)
        } catch {
            throw RequestError(.callNotSent(service: call.service, reason: "\(error)"))
        }
        let (body, mediaType) = call.body.encoded
        var options = options
        var report: (@Sendable (Int, Int) -> Void)?
        if let progress { report = { progress.yield(UploadProgress(sent: $0, total: $1)) } }
        options.context = WebServiceCall(
            service: call.service, module: name, method: call.method, headers: call.headers, mediaType: mediaType,
            retries: retries, deadline: options.deadline, sensitiveParameters: sensitive, answerForm: form,
            sizeLimit: form == .response ? nil : call.sizeLimit, progress: report)
        return (url, body, options)
    }

    /// Checks that the module may send the call, and that no header field can change other parts of the HTTP request.
    private func check(_ call: some APICall) throws(WebServiceError) {
        guard origin == .module(name) else { throw .notOwn(origin: origin) }
        guard info?.webServices.contains(call.service) == true else { throw .notDeclared(module: name) }
        for (name, value) in call.headers { try HeaderField.check(name, value) }
        if let type = call.body.encoded.mediaType { try HeaderField.check("Content-Type", value: type) }
    }
}

extension APIBody {
    /// The body as a payload, and the media type if the body is bytes.
    fileprivate var encoded: (body: Payload?, mediaType: String?) {
        switch self {
        case .none: (nil, nil)
        case .json(let value): (Payload(value), nil)
        case .bytes(let bytes, let type): (Payload(bytes), type)
        }
    }
}
