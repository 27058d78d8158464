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
    /// - Throws: `RequestError`: `callNotSent` for a call that is not sent, `remote` for a failure (`ResolverError.status` with
    ///   the status and the beginning of the body), `unreadableValue` for an answer of another form, `deadline`, `cancelled`.
    public func send<API: APICall>(
        _ call: API, retries: Int = 0, options: RequestOptions = RequestOptions(),
        progress: AsyncStream<UploadProgress>.Continuation? = nil
    ) async throws(RequestError) -> API.Answer {
        defer { progress?.finish() }
        let mediator = try mediator(for: call.path)
        let url: String
        do throws(WebServiceError) {
            try check(call)
            let base = try mediator.webService(call.service)
            mediator.redact(API.sensitiveParameters, below: base)
            url = try WebServiceCall.url(base: base, path: call.path, query: call.parameters.query)
        } catch {
            throw .callNotSent(service: call.service, reason: error)
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
        for (name, value) in call.headers { try HeaderRules.check(name, value) }
        if let type = call.parameters.mediaType { try HeaderRules.check("Content-Type", value: type) }
    }
}

/// The rules for header fields of a call (RFC 9110, section 5).
private enum HeaderRules {
    /// The fields that the HTTP client sets.
    private static let reserved: Set<String> = [
        "host", "content-type", "content-length", "connection", "transfer-encoding", "expect", "te", "upgrade",
    ]
    private static let valueLimit = 8192

    static func check(_ name: String, _ value: String) throws(WebServiceError) {
        guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(isToken) else {
            throw .header(name: name, reason: "the name has a character that is not allowed")
        }
        let lowercased = name.lowercased()
        guard !reserved.contains(lowercased), !lowercased.hasPrefix("proxy-") else {
            throw .header(name: name, reason: "the client sets it")
        }
        try check(name, value: value)
    }

    static func check(_ name: String, value: String) throws(WebServiceError) {
        guard !value.isEmpty, value.utf8.count <= valueLimit,
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
        else { throw .header(name: name, reason: "the value is empty, too long, or not of printable ASCII characters") }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
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
