@_spi(Host) import ModuleKit
import Platform
import Synchronization

extension HTTPResolver {
    /// Asks the service, and stores its answer after validation.
    func ask(_ question: Question, _ kept: KeptAnswer?) async -> Result<Resolution?, ResolverError> {
        var request = request(for: question)
        request.headers += kept?.stored.validators ?? []
        let sent = client.network.timing.now()
        do throws(ResolverError) {
            let answer = try await answer(to: request)
            return .success(try take(answer, to: request, url: question.url, kept: kept, sent: sent))
        } catch {
            record.failed(error)
            return .failure(error)
        }
    }

    /// Returns the HTTP request of a question. The description of the host is in its fields, so that a service can name
    /// the relevant ones in `Vary`.
    func request(for question: Question) -> HTTPRequest {
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

    /// Returns the service's answer; its errors name the service.
    ///
    /// - Parameter other: the client of the request, if not the one for questions.
    func answer(
        to request: HTTPRequest, by other: RetryingClient? = nil
    ) async throws(ResolverError) -> HTTPAnswer {
        try await (other ?? client).answer(to: request, for: name)
    }

    /// Returns the content of an answer, after storing it.
    func take(
        _ answer: HTTPAnswer, to request: HTTPRequest, url: RouteURL, kept: KeptAnswer?, sent: Int
    ) throws(ResolverError) -> Resolution? {
        let received = client.network.timing.now()
        let address = endpoint.question(about: url)
        if answer.status == 304, let kept {
            let confirmed = kept.stored.confirmed(by: answer, to: request, sent: sent, received: received)
            if let confirmed {
                cache.keep(KeptAnswer(confirmed, kept.resolution), address: address)
            } else {
                cache.forget(url.text, address: address)
            }
            return kept.resolution
        }
        // A rejected question gets no old answer (RFC 5861, 4: only after errors of the service).
        if answer.isRejection { cache.forget(url.text, address: address) }
        let resolution = try resolution(answer)
        let stored = StoredAnswer(
            answer, to: request, service: name, url: url.text, sent: sent, received: received)
        if let stored {
            cache.keep(KeptAnswer(stored, resolution), address: address)
        } else {
            cache.forget(url.text, address: address)
        }
        return resolution
    }

    private func resolution(_ answer: HTTPAnswer) throws(ResolverError) -> Resolution? {
        switch answer.status {
        case 200: return try decoded(answer)
        case 404: return nil
        case 410: return .gone(reason: nil)
        default: throw unavailable(status(of: answer))
        }
    }

    /// Returns the text for a status that is no answer.
    func status(of answer: HTTPAnswer) -> String {
        "it answered with status \(answer.status)" + (redirect(of: answer) ?? wait(of: answer) ?? "")
    }

    private func redirect(of answer: HTTPAnswer) -> String? {
        guard let location = answer.location, let refusal = endpoint.refusal(of: location) else { return nil }
        // A redirect below the endpoint is followed as long as there are a few.
        return endpoint.target(of: location, from: endpoint.address) == nil
            ? ", \(refusal)" : ", one redirect more than the \(RetryingClient.redirectLimit) that are followed"
    }

    /// Returns words for the pause that an overloaded service asks for; `nil` for none.
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

/// Counts the outcomes of the questions to one service.
final class LookupRecord: Sendable {
    /// The maximum number of remembered failures.
    private static let errorLimit = 5

    private let counts = Mutex(ResolverStatus())

    /// The counts so far.
    var status: ResolverStatus { counts.withLock(\.self) }

    func hit() { counts.withLock { $0.hits += 1 } }

    func miss() { counts.withLock { $0.misses += 1 } }

    func failed(_ error: ResolverError) {
        if error.code == .cancelled { return }
        counts.withLock { $0.errors = Array(([error.description] + $0.errors).prefix(Self.errorLimit)) }
    }
}
