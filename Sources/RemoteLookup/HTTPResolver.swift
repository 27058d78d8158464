import ModuleKit

/// Asks an HTTP service: `GET ENDPOINT?url=URL`, answered by 200 with the answer as JSON, or 404 for none.
///
/// Any other status, a redirect among them, says that the service is not available. No answer is kept between questions.
struct HTTPResolver: Resolver {
    /// The largest accepted answer, in bytes.
    static let bodyLimit = 1 << 20

    /// The endpoint without credentials and query.
    var name: String { endpoint.name }

    private let endpoint: Endpoint
    private let transport: any Transport
    private let deadline: Duration

    /// A resolver that asks at an `http` or `https` address and waits no longer than the deadline for a whole answer.
    init(
        endpoint: String, deadline: Duration = .seconds(5), transport: any Transport = CurlTransport()
    ) throws(EndpointError) {
        self.endpoint = try Endpoint(endpoint)
        self.deadline = deadline
        self.transport = transport
    }

    func canResolve(_ url: RouteURL) -> Availability { .undecided }

    func resolve(_ url: RouteURL) async throws(ResolverError) -> Resolution? {
        let answer = try await answerInTime(to: endpoint.question(about: url))
        switch answer.status {
        case 200: return try resolution(answer)
        case 404: return nil
        default:
            let target = answer.location.flatMap { endpoint.origin(of: $0) }
            let redirect = target.map { ", a redirect to \($0.printable) that is not followed" } ?? ""
            throw unavailable("it answered with status \(answer.status)\(redirect)")
        }
    }

    private func resolution(_ answer: HTTPAnswer) throws(ResolverError) -> Resolution {
        guard let body = answer.body else { throw invalid("it is longer than \(Self.bodyLimit) bytes") }
        do {
            return try Resolution(json: body, from: name)
        } catch .invalidAnswer(_, let reason) where answer.isJSON {
            throw invalid(reason)
        } catch {
            throw invalid("expected JSON, found \(answer.mediaType ?? "an answer without Content-Type")")
        }
    }

    /// The transfer against the clock; the one that loses is cancelled.
    private func answerInTime(to question: String) async throws(ResolverError) -> HTTPAnswer {
        let result = await withTaskGroup { group in
            group.addTask { await answer(to: question) }
            group.addTask { await expiry() }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled(resolver: name))
        }
        return try result.get()
    }

    private func answer(to question: String) async -> Result<HTTPAnswer, ResolverError> {
        do {
            return .success(try await transport.get(question, bodyLimit: Self.bodyLimit, deadline: deadline))
        } catch {
            switch error {
            case .cancelled: return .failure(.cancelled(resolver: name))
            case .timedOut: return .failure(timedOut)
            case .failed(let reason): return .failure(unavailable(reason))
            }
        }
    }

    private func expiry() async -> Result<HTTPAnswer, ResolverError> {
        do {
            try await Task.sleep(for: deadline)
            return .failure(timedOut)
        } catch {
            return .failure(.cancelled(resolver: name))
        }
    }

    private var timedOut: ResolverError {
        let (seconds, fraction) = deadline.components
        return .timedOut(resolver: name, seconds: Int(seconds) + (fraction > 0 ? 1 : 0))
    }

    private func unavailable(_ reason: String) -> ResolverError { .unavailable(resolver: name, reason: reason) }

    private func invalid(_ reason: String) -> ResolverError {
        .invalidAnswer(resolver: name, reason: reason.printable)
    }
}
