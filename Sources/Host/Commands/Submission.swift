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
        do {
            try await callback.receive(signal)
        } catch {
            throw Failure(
                code: "signalFailed", message: "the page's own module failed: \(String(describing: error)); try again",
                exitCode: .failed)
        }
        return .done
    }
}
