@_spi(Host) import Mediator

extension PageRenderer {
    /// Returns the lines of a container: its content, or a message about its state if it is not ready.
    func lines(of container: Container) -> Lines {
        guard depth < Container.depthLimit else { return placeholder("(deeper than this host shows)") }
        // The endless width is for output without line breaks. A layout would break lines, or pad them with endless
        // spaces.
        let layout = width == PageRenderer.endlessWidth ? Layout() : container.layout
        let indent = min(max(layout.indent, 0), width / 2)
        let room = max(min(width - indent, layout.width ?? .max), min(width, 10))
        var inside = self
        inside.width = room
        inside.receiver = container.receiver ?? receiver
        inside.depth = depth + 1
        guard container.state == .ready else {
            return inside.lines(ofStateOf: container).mapped { $0.indented(by: indent) }
        }
        let lines =
            layout.axis == .horizontal
            ? inside.columns(container.content) : inside.lines(of: container.content)
        guard indent > 0 || layout.alignment != .leading else { return lines }
        return lines.mapped { $0.aligned(layout.alignment, in: room).indented(by: indent) }
    }

    private func lines(ofStateOf container: Container) -> Lines {
        let message =
            switch container.state {
            case .loading: placeholder(container.reason ?? "Loading…")
            case .offline: indented([Span(container.reason ?? "Offline: there is no network", .warning)])
            default: indented([Span("Failed: \(container.reason ?? "no reason was given")", .failure)])
            }
        guard let retry = container.retry, container.state != .loading else { return message }
        return .joined([0, 1]) { $0 == 0 ? message : lines(of: retry) }
    }

    /// Returns elements side by side if each has at least 16 columns, otherwise one below the other.
    private func columns(_ elements: [PageElement]) -> Lines {
        let count = elements.count
        let gap = 2
        let room = (width - gap * (count - 1)) / max(count, 1)
        guard count > 1, room >= 16 else { return lines(of: elements) }
        var part = self
        part.width = room
        // Each column is completed before the next, so that the targets in a column get consecutive numbers.
        let parts = elements.map { Array(part.lines(of: [$0])) }
        return .joined(0..<(parts.map(\.count).max() ?? 0)) { row in
            .made([Self.join(parts.map { $0.indices.contains(row) ? $0[row] : TextLine() }, room: room, gap: gap)])
        }
    }

    /// Returns cells side by side, without spaces after the last cell with content.
    static func join(_ cells: [TextLine], room: Int, gap: Int) -> TextLine {
        var line = TextLine()
        for (column, cell) in cells.enumerated() where cell.width > 0 {
            line.pad(column * (room + gap) - line.width)
            line.append(cell)
        }
        return line
    }

    /// Returns the fields of a form, and the numbered line with which the user starts to fill in the form.
    func lines(of form: Form) -> Lines {
        .joined([0, 1]) { part in
            part == 0
                ? .joined(form.fields) { lines(of: $0) }
                : target(form.title + "…", nil, form.url.map { "call \($0)" }, .form(form, receiver: receiver))
        }
    }

    private func lines(of field: Form.Field) -> Lines {
        let mark = field.isRequired ? "* " : "  "
        let title = Span(field.title, .label)
        let spans = [Span(mark, .warning), title, Span(": ", .label), Span(field.advice, .secondary)]
        return indented(spans.map(\.onOneLine), hanging: 4)
    }
}

@_spi(Host) extension Form.Field {
    /// The expected input, as text.
    public var advice: String {
        var parts = [hint ?? words]
        if let initial, kind != .secret { parts.append("\(initial) by default") }
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
