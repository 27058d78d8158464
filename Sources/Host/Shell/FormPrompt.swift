import ModuleKit

/// Asks for the values of a form: a person until each is right, a script once.
struct FormPrompt {
    let lines: LineReader
    let console: Console

    /// The values that were typed, one line for each field, in the form's order.
    ///
    /// A script's lines are all read before one is looked at, so that no value is ever taken for a command.
    func fill(_ form: Form) throws(Failure) -> Payload {
        var texts: [String: String] = [:]
        var faults: [Failure] = []
        for field in form.fields {
            guard let text = try text(for: field, of: form, &faults) else { continue }
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
    ) throws(Failure) -> String? {
        while true {
            guard let text = line(for: field) else {
                let message = "\"\(form.title)\" was not filled in to its end; type a line for each field"
                throw Failure(code: "form", message: message, exitCode: .usage).at(line: lines.number)
            }
            do throws(FormFault) {
                try field.check(text)
                return text
            } catch {
                guard lines.isInteractive else {
                    faults.append(failure(error))
                    return nil
                }
                console.report(failure(error))
            }
        }
    }

    private func line(for field: Form.Field) -> String? {
        let prompt = PlainText.line("\(field.title) (\(field.advice)): ")
        guard field.kind == .secret, lines.isInteractive else { return lines.next(prompt: prompt) }
        return TerminalEcho.without { lines.next(prompt: prompt) }
    }

    private func failure(_ fault: FormFault) -> Failure {
        Failure(code: "form", message: "\(fault)", exitCode: .usage).at(line: lines.number)
    }
}
