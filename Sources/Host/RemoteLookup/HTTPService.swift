import FoundationEssentials
@_spi(Host) import ModuleKit

/// A resolver that sends the calls of modules to one web service, and does not cache (Documentation/Network.md).
///
/// Attempts, redirects below the service's address, the breaker and the limits work as for look-ups.
struct HTTPService: Resolver {
    let name: String
    let endpoint: Endpoint
    let network: Network
    let isOffline: Bool
    /// The address without a slash at its end.
    private let base: String
    private let record = LookupRecord()

    init(_ name: String, _ setup: ResolverSetup, network: Network = .calls) throws(EndpointError) {
        self.name = name
        endpoint = try Endpoint(setup.endpoint)
        base = String(endpoint.address.reversed().drop { $0 == "/" }.reversed())
        self.network = network
        isOffline = setup.isOffline
    }

    var webServices: [String: String] { [name: base] }

    func canResolve(_ url: RouteURL) -> Availability { .no }

    var status: ResolverStatus? {
        var status = record.status
        status.breaker = network.breaker(of: endpoint.origin).words
        return status
    }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        guard let call = question.call, call.service == name else { return nil }
        guard !isOffline else { throw .offline(resolver: name) }
        do throws(ResolverError) {
            // At the call's deadline, the module's request cancels this task and reports the error. The limit here is
            // one second later, for a transfer that was not cancelled.
            let total = call.deadline + .seconds(1)
            let policy = RetryPolicy(
                total: total, attempt: total, attempts: call.retries + 1, deadline: call.deadline)
            var client = RetryingClient(endpoint: endpoint, retryPolicy: policy, network: network)
            client.limit = call.sizeLimit
            let answer = try await client.answer(to: HTTPRequest(call, question), for: name)
            return .value(try value(of: answer, to: call, question))
        } catch {
            record.failed(error)
            throw error
        }
    }

    /// Returns the value of an answer in the form that the call expects; if the call expects JSON, an empty body
    /// becomes `null`.
    private func value(
        of answer: HTTPAnswer, to call: WebServiceCall, _ question: Question
    ) throws(ResolverError) -> Payload {
        let limit = "\(call.sizeLimit) bytes, \(call.sizeLimitText)"
        if call.answerForm == .response {
            let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { $0 + ", " + $1 }
            let body = try answer.bytes(from: name, limit: limit)
            return Payload(WebServiceAnswer(status: answer.status, headers: headers, body: body))
        }
        guard (200..<300).contains(answer.status) else {
            let redirect = answer.location.flatMap { endpoint.refusal(of: $0, isOfGet: call.method == .get) }
            let body = answer.body.map(Excerpt(call, question).text(of:))
            let excerpt = redirect ?? body ?? "a body of more than \(call.sizeLimit) bytes"
            throw .status(resolver: name, code: answer.status, excerpt: excerpt)
        }
        if call.answerForm == .bytes {
            return Payload(try answer.bytes(from: name, limit: limit))
        }
        let body = try answer.text(from: name, limit: limit)
        do throws(PayloadError) {
            return try Payload(json: body.isEmpty ? Array("null".utf8) : body)
        } catch {
            let reason = answer.isJSON ? error.fault : "expected JSON, found \(answer.mediaType ?? "no Content-Type")"
            throw .invalidAnswer(resolver: name, reason: PlainText.line(reason, limit: 200))
        }
    }
}

extension HTTPRequest {
    init(_ call: WebServiceCall, _ question: Question) {
        self.init(address: question.url.text)
        method = call.method
        if let bytes = question.body {
            body = HTTPBody(bytes: bytes, mediaType: call.mediaType ?? "application/json", report: call.progress)
        }
        for (name, value) in call.allHeaders.sorted(by: { $0.key < $1.key }) {
            if name == "accept" { accept = value } else { headers.append(HTTPHeader(name: name, value: value)) }
        }
    }
}

/// A maker of the excerpts that messages quote from the bodies of failed answers. It redacts the secret values of the
/// call, and the values of JSON members with secret names.
private struct Excerpt {
    private static let mark = "***"
    /// The minimum length of a redacted value, in bytes: a shorter value may occur in a body by chance.
    private static let shortest = 4

    private let names: Set<String>
    private var values: [String] = []

    init(_ call: WebServiceCall, _ question: Question) {
        names = call.sensitiveParameters
        values = call.allHeaders.values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
        values += question.url.query.filter { names.contains($0.name) }.map(\.value)
        if let body = question.body {
            if call.mediaType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
                addForm(String(decoding: body, as: UTF8.self))
            } else if let tree = try? JSONValue(document: body) {
                add(tree, isSensitive: false)
            }
        }
        // The service may quote a value with the escapes of JSON.
        values += values.compactMap { value in
            (try? Payload(value).json()).map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
        }
        values = values.filter { $0.utf8.count >= Self.shortest }.sorted { $0.utf8.count > $1.utf8.count }
    }

    private mutating func add(_ tree: JSONValue, isSensitive: Bool) {
        switch tree {
        case .object(let members):
            for (name, value) in members { add(value, isSensitive: isSensitive || names.contains(name)) }
        case .array(let elements): for element in elements { add(element, isSensitive: isSensitive) }
        case .string(let text): if isSensitive { values.append(text) }
        case .integer(let number): if isSensitive { values.append("\(number)") }
        case .number(let number): if isSensitive { values.append("\(number)") }
        default: return
        }
    }

    /// Adds the sensitive values of a form, both encoded and decoded (WHATWG URL, 5.1).
    private mutating func addForm(_ form: String) {
        for item in form.split(separator: "&") {
            let written = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // A query has the same format as a form.
            let decoded = RouteURL("/?" + item).query.first
            guard written.count == 2, names.contains(decoded?.name ?? written[0]) else { continue }
            values += [written[1], decoded?.value ?? written[1]]
        }
    }

    private func redacted(_ text: String) -> String {
        values.reduce(text) { $0.replacing($1, with: Self.mark) }
    }

    /// Returns the beginning of a body as one line, without the sensitive values.
    func text(of body: [UInt8]) -> String {
        let tree = try? JSONValue(document: body)
        // JSON escapes would hide a value, so strings are redacted before they are encoded.
        let shown = tree.flatMap { try? Payload($0.redacted(names, redacted)).json() }
        let json = shown.map { String(decoding: $0, as: UTF8.self) }
        return PlainText.line(json ?? redacted(String(decoding: body, as: UTF8.self)), limit: 200)
    }
}
