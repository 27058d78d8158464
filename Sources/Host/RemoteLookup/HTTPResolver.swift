@_spi(Host) public import ModuleKit
import Platform
import Synchronization

/// A resolver that asks an HTTP service about URLs, and caches the service's answers as HTTP allows
/// (Documentation/RemoteLookup.md).
///
/// It sends `GET ENDPOINT?url=URL`, which is called a question. The service answers with 200 and JSON, with 404 if it
/// has no answer, with 410 if it no longer has one, or with 304 if a cached answer is still valid. Any other status
/// means that the service is not available.
struct HTTPResolver: Resolver {
    /// The endpoint without credentials and query.
    var name: String { endpoint.name }

    private let endpoint: Endpoint
    let cache: AnswerCache
    private let client: RetryingClient
    let record = LookupRecord()
    private let isOffline: Bool
    private let flights = SingleFlight<URLBytes, Result<Resolution?, ResolverError>>()

    init(
        _ setup: ResolverSetup, retryPolicy: RetryPolicy = RetryPolicy(), network: Network = .shared,
        limits: AnswerCache.Limits = AnswerCache.Limits()
    ) throws(EndpointError) {
        endpoint = try Endpoint(setup.endpoint)
        client = RetryingClient(endpoint: endpoint, retryPolicy: retryPolicy, network: network)
        cache = AnswerCache(
            service: endpoint.questionPrefix, folder: setup.cacheFolder.map { CacheFolder(path: $0) },
            limits: limits, report: setup.report)
        isOffline = setup.isOffline
    }

    func canResolve(_ url: RouteURL) -> Availability { .undecided }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        let kept = kept(for: question)
        let now = client.network.timing.now()
        let state = kept?.freshness.state(at: now) ?? .stale
        if let kept, isOffline || state != .stale {
            record.hit()
            if state == .revalidating, !isOffline {
                flights.begin(URLBytes(text: question.url.text)) { await ask(question, kept) }
            }
            return kept.resolution
        }
        guard !isOffline else { throw .offline(resolver: name) }
        let outcome = await flights.outcome(for: URLBytes(text: question.url.text)) {
            record.miss()
        } work: {
            await ask(question, kept)
        }
        switch outcome {
        case .success(let resolution): return resolution
        case nil: throw .cancelled(resolver: name)
        case .failure(let error):
            if let kept = self.kept(for: question), kept.freshness.isUsableOnError(at: now) { return kept.resolution }
            throw error
        }
    }

    func recall(_ question: Question) -> RecalledAnswer? {
        guard let kept = kept(for: question) else { return nil }
        let now = client.network.timing.now()
        return RecalledAnswer(
            kept.resolution, source: "its cache", age: kept.freshness.age(at: now),
            freshFor: kept.freshness.remaining(at: now))
    }

    var status: ResolverStatus? {
        var status = record.status
        (status.answers, status.bytes) = cache.usage
        status.breaker = client.network.breaker(of: endpoint.origin).words
        return status
    }

    func flush() throws(ResolverError) { cache.flush() }

    private func unavailable(_ reason: String) -> ResolverError { .unavailable(resolver: name, reason: reason) }

    /// Returns the cached answer for a question, of any age.
    private func kept(for question: Question) -> KeptAnswer? {
        let url = question.url.text
        let kept = cache.answer(for: url, service: name) { endpoint.question(about: question.url) }
        guard let kept, !kept.stored.varied.isEmpty else { return kept }
        return kept.fits(request(for: question)) ? kept : nil
    }

    /// Downloads the file at the endpoint. Attempts, redirects and the breaker work as for questions.
    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        guard !isOffline else { throw .offline(resolver: name) }
        let retryPolicy = RetryPolicy(total: time, attempt: time)
        let client = RetryingClient(endpoint: endpoint, retryPolicy: retryPolicy, network: client.network, limit: limit)
        let answer = try await client.answer(to: HTTPRequest(address: endpoint.address, accept: "*/*"), for: name)
        guard answer.status == 200 else { throw unavailable(status(of: answer)) }
        guard let body = answer.body else {
            throw .invalidAnswer(resolver: name, reason: "the file is longer than \(limit) bytes")
        }
        return body
    }

    /// Asks the service, and stores its answer after validation.
    private func ask(_ question: Question, _ kept: KeptAnswer?) async -> Result<Resolution?, ResolverError> {
        var request = request(for: question)
        request.headers += kept?.stored.validators ?? []
        let sent = client.network.timing.now()
        do throws(ResolverError) {
            let answer = try await client.answer(to: request, for: name)
            return .success(try take(answer, to: request, url: question.url, kept: kept, sent: sent))
        } catch {
            record.failed(error)
            return .failure(error)
        }
    }

    /// Returns the HTTP request for a question. The header fields describe the host. If an answer depends on some of
    /// these fields, the service names them in `Vary`.
    private func request(for question: Question) -> HTTPRequest {
        let host = question.host
        let modules = host.modules.sorted { $0.key < $1.key }.map { "\($0.key)/\($0.value)" }.joined(separator: " ")
        let fields = [
            ("accept-language", host.locale ?? ""), ("switchboard-host", host.version ?? ""),
            ("switchboard-modules", modules),
        ]
        return HTTPRequest(
            address: endpoint.question(about: question.url),
            headers: fields.map { HTTPHeader(name: $0, value: $1) }.filter(\.isSendable))
    }

    /// Stores an answer and returns its content.
    private func take(
        _ answer: HTTPAnswer, to request: HTTPRequest, url: RouteURL, kept: KeptAnswer?, sent: Int
    ) throws(ResolverError) -> Resolution? {
        let received = client.network.timing.now()
        if answer.status == 304, let kept {
            let confirmed = kept.stored.confirmed(by: answer, to: request, sent: sent, received: received)
            store(confirmed, kept.resolution, for: url)
            return kept.resolution
        }
        // If the service fails, an old answer may be used (RFC 5861, 4). If the service rejects the question, the old
        // answer is removed.
        if answer.isRejection { store(nil, nil, for: url) }
        let resolution = try resolution(answer)
        let stored = StoredAnswer(
            answer, to: request, service: name, url: url.text, sent: sent, received: received)
        store(stored, resolution, for: url)
        return resolution
    }

    /// Replaces the cached answer for a URL, or removes it if there is no new answer.
    private func store(_ answer: StoredAnswer?, _ resolution: Resolution?, for url: RouteURL) {
        let address = endpoint.question(about: url)
        if let answer {
            cache.keep(KeptAnswer(answer, resolution), address: address)
        } else {
            cache.forget(url.text, address: address)
        }
    }

    private func resolution(_ answer: HTTPAnswer) throws(ResolverError) -> Resolution? {
        switch answer.status {
        case 200: return try decoded(answer)
        case 404: return nil
        case 410: return .gone(reason: nil)
        default: throw unavailable(status(of: answer))
        }
    }

    private func status(of answer: HTTPAnswer) -> String {
        "it answered with status \(answer.status)" + (redirect(of: answer) ?? wait(of: answer) ?? "")
    }

    private func redirect(of answer: HTTPAnswer) -> String? {
        answer.location.flatMap { endpoint.refusal(of: $0) }.map { ", \($0)" }
    }

    /// Returns a text about the pause that an overloaded service requests, or `nil` if it does not request a pause.
    private func wait(of answer: HTTPAnswer) -> String? {
        answer["retry-after"].flatMap { Int($0) }.map { " and asks for a pause of \($0) s" }
    }

    private func decoded(_ answer: HTTPAnswer) throws(ResolverError) -> Resolution {
        let body = try answer.text(from: name)
        do {
            return try Resolution(json: body, from: name)
        } catch {
            if answer.isJSON { throw invalid(error.detail) }
            throw invalid("expected JSON, found \(answer.mediaType ?? "an answer without Content-Type")")
        }
    }

    private func invalid(_ reason: String) -> ResolverError {
        .invalidAnswer(resolver: name, reason: PlainText.line(reason, limit: 200))
    }
}

/// The numbers of cache hits and misses, and the latest errors, of questions to one service.
final class LookupRecord: Sendable {
    private static let errorLimit = 5

    private let counts = Mutex(ResolverStatus())

    var status: ResolverStatus { counts.withLock(\.self) }

    func hit() { counts.withLock { $0.hits += 1 } }

    func miss() { counts.withLock { $0.misses += 1 } }

    func failed(_ error: ResolverError) {
        if error.code == .cancelled { return }
        counts.withLock { $0.errors = Array(([error.description] + $0.errors).prefix(Self.errorLimit)) }
    }
}

/// The entry point through which the host gets the HTTP resolver; the name includes the contract's version.
@c(switchboard_resolver_v1_HTTP)
public func switchboardResolverHTTP(_ host: HostPointer) -> CInt {
    exportResolver(to: host) { setup in
        if let service = setup.webService { try HTTPService(service, setup) } else { try HTTPResolver(setup) }
    }
}
