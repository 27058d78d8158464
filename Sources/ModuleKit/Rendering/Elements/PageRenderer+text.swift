@_spi(Host) import Mediator

extension PageRenderer {
    func lines(of heading: Heading) -> Lines {
        let text = Wrapping.lines([Span(heading.text, heading.style ?? .heading).onOneLine], width: width)
        return .joined([0, 1]) { $0 == 0 ? .made([TextLine()]) : text }
    }

    func lines(of field: Field) -> Lines {
        indented([Span(field.name + ": ", .label).onOneLine, Span(field.value, field.style).onOneLine], hanging: 2)
    }

    /// Returns the line of a target: its number, its title, and its place, such as a URL.
    func target(_ title: String, _ style: Style?, _ place: String?, _ target: PageTarget) -> Lines {
        let number = numbers.add(target)
        let room = String(repeating: " ", count: max("\(lastNumber)".count - "\(number)".count, 0))
        let head = "[\(number)] " + room
        var spans = [Span(head, .secondary), Span(title, style ?? .link).onOneLine]
        if let place { spans.append(Span("  " + place, .secondary).onOneLine) }
        return indented(spans, hanging: head.count).mapped { $0.linked(to: place) }.numbered(number)
    }

    func lines(of action: Action<Never>) -> Lines {
        let url = action.url?.text.split(separator: "?", maxSplits: 1)
        let place = url.map { "call " + $0[0] + ($0.count > 1 ? "?…" : "") }
        return target(action.title, action.style, place, .action(action, receiver: receiver))
    }

    func lines(of progress: ProgressBar) -> Lines {
        guard let fraction = progress.fraction, !fraction.isNaN else {
            return indented([Span(progress.title, progress.style).onOneLine, Span(" …", .secondary)])
        }
        let title = Wrapping.lines([Span(progress.title, progress.style).onOneLine], width: inner)
        return .joined([0, 1]) { $0 == 0 ? title : .made([bar(fraction)]) }.mapped { $0.indented(by: 2) }
    }

    private func bar(_ fraction: Double) -> TextLine {
        let length = min(max(inner - 5, 4), 40)
        let done = Int((Double(length) * min(max(fraction, 0), 1)).rounded())
        var line = TextLine(String(repeating: "█", count: done), .success)
        line.append(TextLine(String(repeating: "░", count: length - done), .secondary))
        let percent = "\(Int((min(max(fraction, 0), 1) * 100).rounded()))%"
        line.append(TextLine(String(repeating: " ", count: 5 - percent.count) + percent))
        return line
    }

    /// The width of indented text, in columns.
    var inner: Int { width - 2 }

    /// Returns wrapped text, indented from the page's edge.
    func indented(_ spans: [Span], hanging: Int = 0) -> Lines {
        Wrapping.lines(spans, width: inner, hanging: hanging).mapped { $0.indented(by: 2) }
    }

    /// Returns a list's items; each item is read when it is displayed.
    func lines(of list: List) -> Lines { .joined(list.items) { lines(of: $0) } }

    private func lines(of item: List.Item) -> Lines {
        var head: Lines
        if let url = item.url {
            head = target(item.title, item.style, url.text, .open(title: item.title, url: url))
        } else if let message = item.message {
            head = target(item.title, item.style, nil, action(item.title, message))
        } else {
            head = indented([Span("• ", .secondary), Span(item.title, item.style).onOneLine], hanging: 2)
        }
        guard let detail = item.detail else { return head }
        return .joined([0, 1]) { part in
            guard part == 1 else { return head }
            return Wrapping.lines([Span(detail, .secondary)], width: width - 6).mapped { $0.indented(by: 6) }
        }
    }

    /// Returns the target of an item or a row that sends a message.
    func action(_ title: String, _ message: Payload) -> PageTarget {
        .action(Action(title, sending: message).stored, receiver: receiver)
    }
}
