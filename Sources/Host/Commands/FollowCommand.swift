import ModuleKit

/// A number: does what stands behind it on the page on top.
struct FollowCommand: Sendable {
    let number: Int

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let target: PageTarget
        do {
            target = try await session.navigator.target(number)
        } catch {
            throw Failure(code: "noLink", message: "\(error)", exitCode: .usage)
        }
        switch target {
        case .open(let url):
            return try await OpenCommand(url: url).run(in: session)
        case .action(let action, let callback):
            return try await submit(
                action.signal, to: action.url, then: action.completion, callback: callback, in: session)
        case .form(let form, let callback):
            let body = try await FormPrompt(input: session.input, console: session.console).fill(form)
            return try await submit(body, to: form.url, then: form.completion, callback: callback, in: session)
        }
    }

    private func submit(
        _ body: Payload?, to url: String?, then completion: Completion?, callback: Callback?, in session: Session
    ) async throws(Failure) -> ExitCode {
        let submission = Submission(session: session)
        guard let url else { return try await submission.throwSignal(body, to: callback) }
        return try await submission.call(url, body, then: completion ?? .show)
    }
}
