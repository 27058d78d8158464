import ModuleKit

/// What became of some questions that went together, by URL: what is missing is asked by itself.
typealias BatchOutcome = [String: Result<Resolution?, ResolverError>]

extension HTTPResolver {
    /// Asks together with others that come at the same time; `nil` where the question has to be asked by itself.
    func askWithOthers(_ question: Question) async -> Result<Resolution?, ResolverError>? {
        guard let batch = gathering.join(question.url, request(for: question).headers) else { return nil }
        // Whoever gives up leaves the others their answers.
        let outcome = await batches.outcome(for: batch.key) { await ask(batch) }
        guard let outcome else { return .failure(.cancelled(resolver: name)) }
        return outcome[question.url.text]
    }

    private func ask(_ batch: Gathering.Batch) async -> BatchOutcome {
        let start = courier.network.timing.uptime()
        if await !gathering.hearing() { try? await courier.network.timing.sleep(Gathering.window) }
        guard !Task.isCancelled else { return [:] }
        let spent = courier.network.timing.uptime() - start
        return await withTaskGroup { group in
            for urls in gathering.close(batch) where urls.count > 1 {
                group.addTask { await ask(urls, batch.headers, spent: spent) }
            }
            return await group.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
        }
    }

    private func ask(_ urls: [RouteURL], _ headers: [HTTPHeader], spent: Duration) async -> BatchOutcome {
        let request = HTTPRequest(address: endpoint.question(about: urls), headers: headers)
        let sent = courier.network.timing.now()
        gathering.began()
        defer { gathering.ended() }
        do throws(ResolverError) {
            let answer = try await answer(to: request, spent: spent)
            guard let batch = BatchAnswer(answer) else { return try refused(answer) }
            var outcome: BatchOutcome = [:]
            for url in urls { outcome[url.text] = take(batch, url, request, sent: sent) }
            return outcome
        } catch {
            return Dictionary(urls.map { ($0.text, .failure(error)) }) { first, _ in first }
        }
    }

    /// A service that says that it takes batches, and does not, is not asked for any more of them; one that fails, fails.
    private func refused(_ answer: HTTPAnswer) throws(ResolverError) -> BatchOutcome {
        guard !Verdict(.success(answer), at: 0).isFailure else {
            throw unavailable("it answered with status \(answer.status)")
        }
        gathering.unlearn()
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
