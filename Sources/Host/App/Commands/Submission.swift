@_spi(Host) import ModuleKit
import Platform

/// The chosen action or form of a page.
struct Submission {
    let session: Session
    /// The presented page of the choice, if it was one.
    let page: UInt64?

    /// Calls the URL, or sends the signal if there is none.
    func send(
        _ body: Payload?, to url: String?, then completion: Completion?, callback: Callback?
    ) async throws(Failure) -> ExitCode {
        guard let url else { return try await throwSignal(body, to: callback) }
        return try await call(url, body, then: completion ?? .show)
    }

    /// Calls a URL and completes with its value as the page declares.
    func call(_ url: String, _ body: Payload?, then completion: Completion) async throws(Failure) -> ExitCode {
        let command = CallCommand(url: url, body: body)
        switch completion {
        case .open(let next):
            _ = try await command.value(in: session)
            return try await OpenCommand(url: next).run(in: session)
        case .dismiss:
            guard let page else { return try await command.run(in: session) }
            let (value, stage) = try await command.value(in: session)
            try await dismiss(page, with: value) { value throws(Failure) in
                try command.show(value, from: stage, in: session)
            }
            return .done
        default:
            return try await command.run(in: session)
        }
    }

    /// Dismisses the page with a value; if another page is on top, or the page is gone, the value is only printed.
    private func dismiss(
        _ page: UInt64, with value: Payload, orShow show: (Payload) throws(Failure) -> Void
    ) async throws(Failure) {
        guard await session.navigator.isOnTop(page) else { return try show(value) }
        let feedback = await ChosenTarget.$answered.withValue(page) {
            await session.mediator.perform(.dismiss(value: value))
        }
        if case .refused = feedback.outcome, await !session.navigator.isOnTop(page) { return try show(value) }
        try session.report(feedback, url: nil)
    }

    /// Sends a signal to its receiver: a URL, or code of the module that described the page.
    func throwSignal(_ signal: Payload?, to callback: Callback?) async throws(Failure) -> ExitCode {
        guard let callback, let signal else {
            throw Failure(
                code: "noCallback", message: "no URL and no module takes the page's signal; tell the page's author",
                exitCode: .failed)
        }
        if let url = callback.url { return try await call(url, signal, then: .show) }
        try await hand(signal, to: callback)
        await session.navigator.showChanges()
        return .done
    }

    /// Passes a signal to a module's code, within the time limit of a request.
    private func hand(_ signal: Payload, to callback: Callback) async throws(Failure) {
        let limit = session.options.deadline
        let outcome = Promise<Result<Void, any Error>?>()
        let work = BlockingExecutor.task {
            outcome.fulfill(await Self.result { try await callback.receive(signal) })
        }
        outcome.fulfill(nil, after: limit)
        defer { work.cancel() }
        switch await outcome.waitUnlessCancelled() {
        case .success: return
        case .failure(let error): throw failure(error)
        case .some(nil): throw late(limit)
        case nil:
            throw Failure(
                code: "interrupted", message: "the page's module was not waited for", exitCode: .interrupted)
        }
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
