@_spi(Host) import ModuleKit
import Platform

extension Session {
    /// Follows the target with the number `number` on the page on top, such as a link or a form. `texts` are the values
    /// of a form; without them, the user is asked for the values. Does nothing if `meant` is given and is not on top.
    func follow(
        _ number: Int, filledWith texts: [String: String]? = nil, on meant: StackEntry? = nil
    ) async throws(Failure) -> ExitCode {
        let (target, page) = try await navigator.target(number)
        if let meant, meant.identity != page.identity { return .done }
        guard case .form(let form, _) = target else {
            guard texts == nil else { throw formFailure("\"\(target.title)\" is not a form; leave the values out") }
            return try await perform(target, on: page)
        }
        if let texts { return try await perform(target, on: page, filledWith: try values(of: form, texts)) }
        if let why = input.whyUnattended { throw Failure("form", why, .usage) }
        let prompt = FormPrompt(input: input, console: console, page: page, navigator: navigator)
        let filled = try await prompt.fill(await navigator.draft.asked(form, on: page))
        if input.isConversation { await navigator.keep(filled.form, for: form, on: page) }
        let exitCode = try await perform(target, on: page, filledWith: filled.values)
        await navigator.keep(nil, for: form, on: page)
        return exitCode
    }

    private func values(of form: Form, _ texts: [String: String]) throws(Failure) -> Payload {
        for field in form.fields { log.note(field.kind == .secret ? .secret : .answer(texts[field.name] ?? "")) }
        return try Failure.describing(try form.filled(with: texts)) { (error: FormFault) in formFailure("\(error)") }
    }

    private func formFailure(_ message: String) -> Failure {
        Failure("form", message, .usage)
    }

    private func perform(
        _ target: PageTarget, on page: StackEntry, filledWith values: Payload? = nil
    ) async throws(Failure) -> ExitCode {
        let submission = Submission(
            on: page, mediator: mediator, origin: origin, options: options, executor: BlockingExecutor())
        let outcome: Submission.Outcome
        do {
            outcome = try await submission.perform(target, filledWith: values)
        } catch {
            var failure = await failure(error, of: page)
            // The user knows the target by its title, not by the route that it calls.
            if case .request(let cause, .call) = error, case .handlerFailed(_, _, _, let reason) = cause.reason {
                failure.message = "\"\(PlainText.line(target.title))\" failed: \(reason.error)"
            }
            throw failure
        }
        switch outcome {
        case .feedback(let feedback, let url): try report(feedback, url: url?.text)
        case .value(let value, let stage, let url):
            try await ValueCall(url: url.text, session: self).show(value, from: stage)
        case .received: await navigator.showChanges()
        }
        return .done
    }

    private func failure(_ error: SubmissionError, of page: StackEntry) async -> Failure {
        switch error {
        case .request(let error, let verb): await failure(error, for: verb)
        case .noReceiver: Failure("noReceiver", "\(error)")
        case .failed: Failure("messageFailed", "\(error)")
        case .late:
            Failure("deadline", "\"\(PlainText.line(page.title))\" (\(mediator.shown(page.url))): \(error)", .deadline)
        case .cancelled: Failure("interrupted", "\(error)", .interrupted)
        }
    }
}
