@_spi(Host) import ModuleKit

/// The questions of a form: for a person, until each answer is valid; for a script, once.
struct FormPrompt {
    let input: ShellInput
    let console: Console

    /// Returns the typed values, one line for each field, in the form's order.
    ///
    /// It reads all lines of a script before it checks one, so that no value is ever taken for a command.
    func fill(_ form: Form) async throws(Failure) -> Payload {
        var texts: [String: String] = [:]
        var faults: [Failure] = []
        for field in form.fields {
            guard let text = try await text(for: field, of: form, &faults) else { continue }
            texts[field.name] = text
        }
        if let first = faults.first { throw first }
        do {
            return try form.filled(with: texts)
        } catch {
            throw failure(error)
        }
    }

    private func text(
        for field: Form.Field, of form: Form, _ faults: inout [Failure]
    ) async throws(Failure) -> String? {
        while true {
            let text = try await line(for: field, of: form)
            do throws(FormFault) {
                try field.check(text)
                return text
            } catch {
                guard input.isConversation else {
                    faults.append(failure(error))
                    return nil
                }
                var fault = failure(error)
                if input.isInteractive { fault.message += ", or leave the form with Ctrl-D" }
                console.report(fault)
            }
        }
    }

    private func line(for field: Form.Field, of form: Form) async throws(Failure) -> String {
        let prompt = PlainText.line("\(field.title) (\(field.advice)): ")
        let isUnseen = field.kind == .secret && input.isInteractive
        let event =
            isUnseen
            ? await TerminalEcho.without { await input.answer(prompt: prompt, isSecret: true) }
            : await input.answer(prompt: prompt, isSecret: field.kind == .secret)
        switch event {
        case .line(let text):
            return text
        case .end, .failed:
            let message =
                input.isInteractive
                ? "\"\(form.title)\" was left before it was filled in; choose its number to begin again"
                : "\"\(form.title)\" was not filled in to its end; type a line for each field"
            throw Failure(code: "form", message: message, exitCode: .usage).at(line: input.number)
        case .interrupted:
            let message = "\"\(form.title)\" was left before it was filled in; choose its number to begin again"
            throw Failure(code: "interrupted", message: message, exitCode: .interrupted).at(line: input.number)
        }
    }

    private func failure(_ fault: FormFault) -> Failure {
        Failure(code: "form", message: "\(fault)", exitCode: .usage).at(line: input.number)
    }
}

/// The question to the person before a page is left.
struct LeavePrompt {
    let input: ShellInput

    /// Returns the reason why the page stays; `nil` if the person says yes.
    func objection(_ question: String) async -> String? {
        guard input.isConversation else { return CommandLineNavigator.unattended(question) }
        while true {
            switch await input.answer(prompt: PlainText.line("\(question) (y/n) ", limit: 500)) {
            case .line(let answer):
                switch answer.lowercased().filter({ !$0.isWhitespace }) {
                case "y", "yes": return nil
                case "n", "no": return "the page stays open, as you said; answer y to leave it"
                default: continue
                }
            case .end, .failed, .interrupted: return "nothing says whether the page may be left; answer y or n"
            }
        }
    }
}
