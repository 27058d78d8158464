import ModuleKit

/// A number: does what stands behind it on the page on top.
struct FollowCommand: Sendable {
    let number: Int

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let chosen: ChosenTarget
        do {
            chosen = try await session.navigator.target(number)
        } catch {
            throw Failure(code: "noLink", message: "\(error)", exitCode: .usage)
        }
        let submission = Submission(session: session, page: chosen.presented)
        switch chosen.target {
        case .open(let url):
            return try await OpenCommand(url: url).run(in: session)
        case .action(let action, let callback):
            return try await submission.send(
                action.signal, to: action.url, then: action.completion, callback: callback)
        case .form(let form, let callback):
            let body = try await FormPrompt(input: session.input, console: session.console).fill(form)
            return try await submission.send(body, to: form.url, then: form.completion, callback: callback)
        }
    }
}
