import FoundationEssentials
@_spi(Host) import ModuleKit

/// The outcomes of the questions in one batch, by URL; a question without one is asked by itself.
typealias BatchOutcome = [URLBytes: Result<Resolution?, ResolverError>]

extension HTTPResolver {
    /// Asks together with other questions of the moment; `nil` if the question has to be asked by itself.
    func askWithOthers(_ question: Question) async -> Result<Resolution?, ResolverError>? {
        guard let batch = batcher.join(question.url, request(for: question).headers) else { return nil }
        // A caller that gives up does not cancel the answers of the others.
        let outcome = await batches.outcome(for: batch.key, work: { await ask(batch) })
        guard let outcome else { return .failure(.cancelled(resolver: name)) }
        return outcome[URLBytes(text: question.url.text)]
    }

    private func ask(_ batch: RequestBatcher.Batch) async -> BatchOutcome {
        let start = client.network.timing.uptime()
        if await !batcher.hearing() { try? await client.network.timing.sleep(RequestBatcher.window) }
        guard !Task.isCancelled else { return [:] }
        let spent = client.network.timing.uptime() - start
        return await withTaskGroup { group in
            for urls in batcher.close(batch) where urls.count > 1 {
                group.addTask { await ask(urls, batch.headers, spent: spent) }
            }
            return await group.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
        }
    }

    private func ask(_ urls: [RouteURL], _ headers: [HTTPHeader], spent: Duration) async -> BatchOutcome {
        let request = HTTPRequest(address: endpoint.question(about: urls), headers: headers)
        let sent = client.network.timing.now()
        batcher.began()
        defer { batcher.ended() }
        do throws(ResolverError) {
            let answer = try await answer(to: request, spent: spent)
            guard let batch = BatchAnswer(answer) else { return try refused(answer) }
            var outcome: BatchOutcome = [:]
            for url in urls { outcome[URLBytes(text: url.text)] = take(batch, url, request, sent: sent) }
            return outcome
        } catch {
            return Dictionary(urls.map { (URLBytes(text: $0.text), .failure(error)) }) { first, _ in first }
        }
    }

    /// Handles a service that declares batches and rejects them: it gets no more of them; a service that fails, fails.
    private func refused(_ answer: HTTPAnswer) throws(ResolverError) -> BatchOutcome {
        guard answer.status < 500, case .done = RetryDecision(.success(answer), at: 0) else {
            throw unavailable("it answered with status \(answer.status)")
        }
        batcher.unlearn()
        return [:]
    }

    private func take(
        _ batch: BatchAnswer, _ url: RouteURL, _ request: HTTPRequest, sent: Int
    ) -> Result<Resolution?, ResolverError>? {
        guard let answer = batch.answer(for: url.text) else { return nil }
        do throws(ResolverError) {
            return .success(try take(answer, to: request, url: url, kept: nil, sent: sent))
        } catch {
            return .failure(error)
        }
    }
}

/// The answer to several questions:
/// `{"kind":"batch","answers":[{"url":"app://shop","answer":{…}},{"url":"app://x","answer":null}]}`.
///
/// Each answer equals the service's answer for that URL alone; `null` is none. A missing URL is asked by itself.
struct BatchAnswer: Decodable {
    private struct Entry: Decodable {
        let url: String
        let answer: JSONValue?
    }

    private enum Key: String, CodingKey { case kind, answers }

    private let entries: [Entry]
    /// The head of every answer in the batch, which sets their lifetimes.
    private let headers: [HTTPHeader]

    /// Parses a batch; `nil` for an answer of any other kind.
    init?(_ answer: HTTPAnswer) {
        guard answer.status == 200, let body = answer.body, answer["content-encoding"] == nil,
            let read = try? JSONDecoder().decode(Self.self, from: Data(body))
        else { return nil }
        entries = read.entries
        // These fields identify a version of the whole batch.
        headers = answer.headers.filter { !["etag", "last-modified"].contains($0.name) }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard try container.decode(String.self, forKey: .kind) == "batch" else {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "expected batch")
        }
        entries = try container.decode([Entry].self, forKey: .answers)
        headers = []
    }

    /// Returns the service's answer to one question alone; `nil` if the batch does not contain it.
    func answer(for url: String) -> HTTPAnswer? {
        guard let entry = entries.first(where: { URLBytes(text: $0.url) == URLBytes(text: url) }) else { return nil }
        guard let answer = entry.answer else { return HTTPAnswer(status: 404, headers: headers, body: []) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(answer)).map { HTTPAnswer(status: 200, headers: headers, body: Array($0)) }
    }
}
