import ModuleKit

extension PageRenderer {
    /// What a form asks, and the number to fill it in by.
    func lines(of form: Form) -> Lines {
        .joined([0, 1]) { part in
            part == 0
                ? .joined(form.fields) { lines(of: $0) }
                : target(form.title + "…", nil, form.url.map { "call \($0)" }, .form(form, callback: callback))
        }
    }

    private func lines(of field: Form.Field) -> Lines {
        let mark = field.isRequired ? "* " : "  "
        return indented(
            [
                Span(mark, .warning), Span(field.title, .label).onOneLine, Span(": ", .label),
                Span(field.advice, .secondary),
            ]
            .map(\.onOneLine), hanging: 4)
    }
}

extension Form.Field {
    /// What is to be typed, in words.
    var advice: String {
        var parts = [hint ?? words]
        if let initial, kind != .secret { parts.append("\(initial) where nothing is typed") }
        return parts.joined(separator: "; ")
    }

    private var words: String {
        switch kind {
        case .text: "text"
        case .secret: "text, unseen"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "yes or no"
        case .choice:
            "one of "
                + choices.map { $0.title == $0.value ? $0.value : "\($0.value) (\($0.title))" }.joined(separator: ", ")
        @unknown default: "text"
        }
    }
}
