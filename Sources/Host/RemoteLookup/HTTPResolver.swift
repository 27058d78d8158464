@_spi(Host) public import ModuleKit
import Platform

/// A resolver that asks an HTTP service, and caches its answers by the rules of HTTP: `GET ENDPOINT?url=URL`, with 200
/// and the answer as JSON, 404 for none, or 410 for none any more (Documentation/RemoteLookup.md).
///
/// Any other status means that the service is not available.
struct HTTPResolver: Resolver {
    /// The endpoint without credentials and query.
    var name: String { endpoint.name }

    let endpoint: Endpoint
    let cache: AnswerCache
    let client: RetryingClient
    let record = LookupRecord()
    let isOffline: Bool
    private let flights = SingleFlight<URLBytes, Result<Resolution?, ResolverError>>()

    /// Creates a resolver for an `http` or `https` address.
    init(
        _ setup: ResolverSetup, retryPolicy: RetryPolicy = RetryPolicy(), network: Network = .shared,
        limits: AnswerCache.Limits = AnswerCache.Limits()
    ) throws(EndpointError) {
        endpoint = try Endpoint(setup.endpoint)
        client = RetryingClient(endpoint: endpoint, retryPolicy: retryPolicy, network: network)
        cache = AnswerCache(
            service: CacheKey.Prefix(endpoint.questionPrefix), folder: setup.cacheFolder.map { CacheFolder(path: $0) },
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

    func unavailable(_ reason: String) -> ResolverError { .unavailable(resolver: name, reason: reason) }

    /// Returns the cached answer for a question, however old.
    private func kept(for question: Question) -> KeptAnswer? {
        let url = question.url.text
        let kept = cache.answer(for: url, service: name) { endpoint.question(about: question.url) }
        guard let kept, !kept.stored.varied.isEmpty else { return kept }
        return kept.fits(request(for: question)) ? kept : nil
    }
}

extension HTTPResolver {
    /// Returns the file at the endpoint, under the rules for questions: attempts, redirects below it, the
    /// breaker.
    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        guard !isOffline else { throw .offline(resolver: name) }
        let retryPolicy = RetryPolicy(total: time, attempt: time)
        let client = RetryingClient(endpoint: endpoint, retryPolicy: retryPolicy, network: client.network, limit: limit)
        let answer = try await answer(to: HTTPRequest(address: endpoint.address, accept: "*/*"), by: client)
        guard answer.status == 200 else { throw unavailable(status(of: answer)) }
        guard let body = answer.body else {
            throw .invalidAnswer(resolver: name, reason: "the file is longer than \(limit) bytes")
        }
        return body
    }
}

/// The entry point through which the host gets the HTTP resolver; the name includes the contract's version.
@c(switchboard_resolver_v1_HTTP)
public func switchboardResolverHTTP(_ host: HostPointer) -> CInt {
    exportResolver(to: host) { setup in
        if let service = setup.webService { try HTTPService(service, setup) } else { try HTTPResolver(setup) }
    }
}
