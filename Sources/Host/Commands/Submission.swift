@_spi(Host) import ModuleKit

/// What a page's action or form does once it was chosen.
struct Submission {
    let session: Session

    /// Calls a URL and does with its value what the page says.
    func call(_ url: String, _ body: Payload?, then completion: Completion) async throws(Failure) -> ExitCode {
        let command = CallCommand(url: url, body: body)
        switch completion {
        case .open(let next):
            _ = try await command.value(in: session)
            return try await OpenCommand(url: next).run(in: session)
        case .dismiss where await session.navigator.stack().last?.style == .presented:
            let (value, _) = try await command.value(in: session)
            try session.report(await session.mediator.perform(.dismiss(value: value)), url: nil)
            return .done
        default:
            return try await command.run(in: session)
        }
    }

    /// Gives a signal to whoever takes it: a URL, or code of the module that described the page.
    func throwSignal(_ signal: Payload?, to callback: Callback?) async throws(Failure) -> ExitCode {
        guard let callback, let signal else {
            throw Failure(
                code: "noCallback", message: "nobody takes what the page says; tell whoever described it",
                exitCode: .failed)
        }
        if let url = callback.url { return try await call(url, signal, then: .show) }
        try await hand(signal, to: callback)
        await session.navigator.showChanges()
        return .done
    }

    /// Hands a signal to a module's code, for as long as a request may take.
    private func hand(_ signal: Payload, to callback: Callback) async throws(Failure) {
        let limit = session.options.deadline
        let (ends, end) = AsyncStream<Result<Void, any Error>?>.makeStream()
        let work = Task { end.yield(await Self.result { try await callback.receive(signal) }) }
        let clock = Task {
            try? await Task.sleep(for: limit)
            end.yield(nil)
        }
        defer {
            work.cancel()
            clock.cancel()
        }
        for await outcome in ends {
            guard let outcome else { throw late(limit) }
            if case .failure(let error) = outcome { throw failure(error) }
            return
        }
        throw Failure(code: "interrupted", message: "the page's module was not waited for", exitCode: .interrupted)
    }

    private static func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ error: any Error) -> Failure {
        let message = "the page's own module failed: \(String(describing: error)); try again"
        return Failure(code: "signalFailed", message: message, exitCode: .failed)
    }

    private func late(_ limit: Duration) -> Failure {
        Failure(
            code: "deadline", message: "the page's module did not take the signal within \(limit); give it more time",
            exitCode: .deadline)
    }
}
