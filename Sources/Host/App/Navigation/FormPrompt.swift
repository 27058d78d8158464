@_spi(Host) import ModuleKit

/// The questions of a form. A user gets each question until the answer is valid; a script gets each question once.
struct FormPrompt {
    let input: ShellInput
    let console: Console
    /// The form's page, which a link may cover or remove while the user answers.
    let page: StackEntry
    let navigator: CommandLineNavigator

    /// Reads one line for each field, in the form's order. Returns the values, and the form with these values as
    /// initial values. All lines of a script are read before the first is checked. Otherwise, after an invalid value,
    /// the shell would run the remaining values as commands. Throws if the page has left the stack.
    func fill(_ form: Form) async throws(Failure) -> (values: Payload, form: Form) {
        guard input.isEdited else { return try await answers(form) }
        return try await TerminalMode.hidingTypedAhead { () throws(Failure) in try await answers(form) }
    }

    private func answers(_ form: Form) async throws(Failure) -> (values: Payload, form: Form) {
        var texts: [String: String] = [:]
        var faults: [Failure] = []
        for field in form.fields {
            let hasOthers = texts.values.contains { !$0.isEmpty }
            texts[field.name] = try await text(for: field, of: form, hasOthers: hasOthers, &faults)
        }
        guard await navigator.has(page) else { throw gone(form) }
        if let first = faults.first { throw first }
        do {
            return (try form.filled(with: texts), form.beginning(with: texts))
        } catch {
            throw failure("\(error)")
        }
    }

    private func text(
        for field: Form.Field, of form: Form, hasOthers: Bool, _ faults: inout [Failure]
    ) async throws(Failure) -> String? {
        while true {
            let line = try await line(for: field, of: form)
            if isLeft(by: line, at: field) {
                guard hasOthers else { throw left(form) }
                let isLeft = try await confirms(form)
                guard await navigator.has(page) else { throw gone(form) }
                if isLeft { throw left(form) }
                continue
            }
            let text = input.isConversation ? field.value(ofChoice: line) : line
            do throws(FormFault) {
                try field.check(text)
                return text
            } catch {
                guard input.isConversation else {
                    faults.append(failure("\(error)"))
                    return nil
                }
                var fault = failure("\(error)")
                if input.isInteractive { fault.message += ", or leave the form with `back`" }
                console.report(fault)
            }
        }
    }

    private func line(for field: Form.Field, of form: Form) async throws(Failure) -> String {
        // If another page covers the form, the prompt also names the form.
        let name = await navigator.isOnTop(page) ? field.title : "\(form.title): \(field.title)"
        var prompt = PlainText.line("\(name) (\(advice(for: field))):")
        // Only the last row is the editor's prompt, because the editor would break a long prompt inside of words.
        var rows = input.isInteractive ? console.fitted(prompt) : [prompt]
        prompt = rows.removeLast() + " "
        console.show(rows)
        switch await input.answer(prompt: prompt, isSecret: field.kind == .secret, words: field.words) {
        case .line(let text):
            if input.isConversation, await !navigator.has(page) { throw gone(form) }
            return text
        case .end, .failed:
            guard !input.isInteractive else { throw left(form) }
            throw failure("\"\(form.title)\" was not filled in completely; type a line for each field")
        case .interrupted: throw left(form, code: "interrupted", .interrupted)
        }
    }

    /// Returns the advice on the input; the user may type the number of a choice.
    private func advice(for field: Form.Field) -> String {
        guard input.isInteractive, field.kind == .choice, field.choices.count > 1 else { return field.advice }
        return "\(field.advice); or a number from 1 to \(field.choices.count)"
    }

    /// Returns whether a line is a command that leaves the form. A secret or a choice with the same text is an answer.
    private func isLeft(by line: String, at field: Form.Field) -> Bool {
        input.isConversation && ["back", "quit"].contains(line) && field.kind != .secret
            && !field.choices.contains { $0.value == line || $0.title == line }
    }

    /// Asks whether the typed values may be discarded.
    private func confirms(_ form: Form) async throws(Failure) -> Bool {
        switch await input.confirm("Leave \"\(form.title)\" and lose what you typed?") {
        case .line(let answer): return answer == "yes"
        case .end, .failed: throw left(form)
        case .interrupted: throw left(form, code: "interrupted", .interrupted)
        }
    }

    private func left(_ form: Form, code: String = "form", _ exitCode: ExitCode = .usage) -> Failure {
        failure("\"\(form.title)\" was left before it was filled in; choose its number to begin again", code, exitCode)
    }

    private func gone(_ form: Form) -> Failure {
        failure(
            "\"\(form.title)\" has left the stack; nothing that you typed was sent: open its page again", "form",
            .failed)
    }

    private func failure(_ message: String, _ code: String = "form", _ exitCode: ExitCode = .usage) -> Failure {
        Failure(code, message, exitCode).at(line: input.number)
    }
}

extension Form {
    /// Returns the form with typed texts as its initial values, except secrets, which are never kept.
    fileprivate func beginning(with texts: [String: String]) -> Form {
        var form = self
        for (place, field) in fields.enumerated() where field.kind != .secret {
            if let text = texts[field.name], !text.isEmpty { form.fields[place].initial = text }
        }
        return form
    }
}

extension Form.Field {
    /// The possible answers; empty if the answer is free text.
    fileprivate var words: [String] { kind == .boolean ? ["yes", "no"] : choices.map(\.value) }

    /// Returns the value of a choice if the text is the choice's number, and otherwise the text itself.
    fileprivate func value(ofChoice text: String) -> String {
        guard kind == .choice, !choices.contains(where: { $0.value == text || $0.title == text }),
            let number = Int(text), choices.indices.contains(number - 1)
        else { return text }
        return choices[number - 1].value
    }
}
