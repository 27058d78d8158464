@_spi(Host) import ModuleKit

/// What a page's action or form does once it was chosen.
struct Submission {
    let session: Session

    /// Calls a URL and does with its value what the page says.
    func call(_ url: String, _ body: Payload?, then completion: Completion) async throws(Failure) -> ExitCode {
        let value = try await value(of: url, body)
        switch completion {
        case .open(let next): return try await OpenCommand(url: next).run(in: session)
        case .dismiss where await session.navigator.stack().last?.style == .presented:
            try session.report(await session.mediator.perform(.dismiss(value: value)), url: nil)
        default: try show(value, of: url)
        }
        return .done
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

    private func value(of url: String, _ body: Payload?) async throws(Failure) -> Payload {
        do {
            return try await session.mediator.call(
                url, body: body, origin: session.origin, options: session.options)
        } catch {
            throw Failure(error)
        }
    }

    private func show(_ value: Payload, of url: String) throws(Failure) {
        do {
            let json = String(decoding: try value.json(), as: UTF8.self)
            try session.console.show("value", value, text: json == "null" ? "done" : JSONText.safe(json))
        } catch let failure as Failure {
            throw failure
        } catch let error as PayloadError {
            throw Failure(.unreadableValue(url: session.mediator.shown(url), reason: error))
        } catch {
            throw Failure(code: "failed", message: "\(error)", exitCode: .failed)
        }
    }
}
