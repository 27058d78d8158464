import ModuleKit

/// An HTTP client of one service. It retries after failures, follows redirects and obeys the circuit breaker.
struct RetryingClient: Sendable {
    static let redirectLimit = 3

    let endpoint: Endpoint
    let retryPolicy: RetryPolicy
    let network: Network
    var limit = HTTPAnswer.bodyLimit

    /// Sends a request, follows redirects, and returns the service's answer with any status. Errors contain the name
    /// `resolver`. `retryPolicy.total` limits all waits together: for slots, for transfers and between attempts.
    func answer(
        to request: HTTPRequest, for resolver: String
    ) async throws(ResolverError) -> HTTPAnswer {
        switch await attempts(request, network.timing.uptime()) {
        case .success(let answer): return answer
        case .failure(.cancelled): throw .cancelled(resolver: resolver)
        case .failure(.timedOut):
            let (seconds, fraction) = retryPolicy.total.components
            throw .timedOut(resolver: resolver, seconds: Int(seconds) + (fraction > 0 ? 1 : 0))
        case .failure(.failed(let reason)): throw .unavailable(resolver: resolver, reason: reason)
        }
    }

    /// Makes the attempts of one call. For the breaker, all attempts together count as one outcome.
    private func attempts(_ request: HTTPRequest, _ start: Duration) async -> Transfer.Outcome {
        var call = Call()
        defer { record(call) }
        while true {
            let outcome = await attempt(request, start, &call)
            guard outcome.isPassing else { return outcome }
            let elapsed = network.timing.uptime() - start
            guard network.breaker(of: endpoint.origin).state == .closed,
                let pause = retryPolicy.pause(
                    after: call.attempts, elapsed: elapsed, retryAfter: outcome.retryAfter(at: network.timing.now()),
                    random: network.timing.random())
            else { return outcome }
            guard (try? await network.timing.sleep(pause)) != nil else { return .failure(.cancelled) }
        }
    }

    private func attempt(_ request: HTTPRequest, _ start: Duration, _ call: inout Call) async -> Transfer.Outcome {
        call.attempts += 1
        do throws(TransportError) {
            return try await network.slots(of: endpoint.origin).run(within: remaining(start)) {
                await admitted(request, start, &call)
            }
        } catch {
            return .failure(error)
        }
    }

    /// Makes one attempt, if the breaker allows it.
    private func admitted(_ request: HTTPRequest, _ start: Duration, _ call: inout Call) async -> Transfer.Outcome {
        guard network.withBreaker(of: endpoint.origin, { $0.admits(at: $1) }) else {
            let cause = network.breaker(of: endpoint.origin).cause.map { " (last: \($0))" } ?? ""
            return .failure(.failed(reason: "it failed too often\(cause) and is not asked for up to 30 s"))
        }
        let begun = network.timing.uptime()
        call.begun = begun
        let outcome = await follow(request, start)
        if outcome != .failure(.cancelled) {
            call.outcome = outcome
        } else if network.timing.uptime() - begun >= retryPolicy.patience {
            call.outcome = .failure(.timedOut)
        }
        return outcome
    }

    private func record(_ call: Call) {
        guard let begun = call.begun else { return }
        network.withBreaker(of: endpoint.origin) { breaker, time in
            guard let outcome = call.outcome else { return breaker.abandon(begun: begun, at: time) }
            breaker.record(isDown: outcome.isDown, cause: Self.cause(of: outcome), begun: begun, at: time)
        }
    }

    private static func cause(of outcome: Transfer.Outcome) -> String? {
        switch outcome {
        case .success(let answer): "it answered with status \(answer.status)"
        case .failure(.timedOut): "it did not answer in time"
        case .failure(.failed(let reason)): reason
        case .failure(.cancelled): nil
        }
    }

    /// Sends one request, and follows redirects to the endpoint or below it. Redirects of methods that may carry a
    /// body, such as POST, are not followed.
    private func follow(_ original: HTTPRequest, _ start: Duration) async -> Transfer.Outcome {
        var request = original
        let end = network.timing.uptime() + min(retryPolicy.attempt, remaining(start))
        for redirects in 0... {
            let deadline = end - network.timing.uptime()
            let answer: HTTPAnswer
            do throws(TransportError) {
                answer = try await CurlTransport.answer(to: request, bodyLimit: limit, deadline: deadline)
            } catch {
                return .failure(error)
            }
            guard let location = answer.location, redirects < Self.redirectLimit, !request.method.carriesBody,
                let target = endpoint.target(of: location, from: request.address)
            else { return .success(answer) }
            request.address = target
        }
        return .failure(.cancelled)
    }

    private func remaining(_ start: Duration) -> Duration { retryPolicy.total - (network.timing.uptime() - start) }

    private struct Call {
        var attempts = 0
        /// The time at which the last attempt that the breaker allowed began.
        var begun: Duration?
        /// The outcome of the last attempt that counts. An attempt that the caller cancelled before
        /// `RetryPolicy.patience` does not count.
        var outcome: Transfer.Outcome?
    }
}

extension Transfer.Outcome {
    /// Whether the service itself is down: the connection failed or broke, the answer did not arrive in time, or a
    /// gateway reports it (502 to 504). Any other status, such as 500, is an answer that may concern only one path.
    var isDown: Bool {
        switch self {
        case .success(let answer): (502...504).contains(answer.status)
        case .failure(let error): error != .cancelled
        }
    }

    /// Whether another attempt may succeed: after a failure, or after a status that reports a temporary condition.
    var isPassing: Bool {
        switch self {
        case .success(let answer): [408, 425, 429, 500, 502, 503, 504].contains(answer.status)
        case .failure(let error): error != .cancelled
        }
    }

    /// Returns the pause that the service requests with `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3).
    func retryAfter(at now: Int) -> Duration? {
        guard case .success(let answer) = self, let text = answer["retry-after"] else { return nil }
        let seconds = CacheControl.seconds(text) ?? HTTPDate.seconds(text).map { max(0, $0 - now) }
        return seconds.map { .seconds($0) }
    }
}

/// The time limits for a question, and its maximum number of attempts.
struct RetryPolicy: Sendable, Equatable {
    /// The time for all attempts and the pauses between them.
    var total = Duration.seconds(8)
    var attempt = Duration.seconds(3)
    var attempts = 3
    /// The maximum pause before the second attempt. The maximum doubles before each further attempt.
    var firstPause = Duration.milliseconds(250)
    /// The caller's time limit, if it is shorter than `attempt`.
    var deadline: Duration?

    /// An attempt that is cancelled after this time counts as unanswered: the caller's deadline has probably cancelled
    /// it. The time is a tenth shorter than the deadline, because the deadline began slightly before the attempt. The
    /// time is at least one second: an attempt that is cancelled earlier is not evidence about the service.
    var patience: Duration { max((deadline ?? attempt) * 9 / 10, .seconds(1)) }

    /// Returns the pause before the next attempt; `nil` if no attempt is left, or if the time for all attempts would
    /// end during the pause.
    ///
    /// The pause is a random part of the current maximum (full jitter), because clients that failed at the same time
    /// must not retry at the same time. If the service's `Retry-After` requests a longer pause, that pause is returned.
    ///
    /// - Parameters:
    ///   - attempt: the number of the failed attempt; the first has 1.
    ///   - elapsed: the time since the first attempt began.
    ///   - random: a number from 0 to less than 1.
    func pause(after attempt: Int, elapsed: Duration, retryAfter: Duration? = nil, random: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        // After 20 doublings, the pause is longer than any time for all attempts.
        let jitter = firstPause * (1 << min(attempt - 1, 20)) * random
        let pause = max(retryAfter ?? .zero, jitter)
        return elapsed + pause < total ? pause : nil
    }
}
