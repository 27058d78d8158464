import ModuleKit

extension PageRenderer {
    /// The items of a list, each looked at when it is shown.
    func lines(of list: List) -> Lines { .joined(list.items) { lines(of: $0) } }

    private func lines(of item: List.Item) -> Lines {
        var head: Lines
        if let url = item.url {
            head = target(item.title, item.style, url, .open(url: url))
        } else if let signal = item.signal {
            head = target(item.title, item.style, nil, action(item.title, signal))
        } else {
            head = indented([Span("• ", .secondary), Span(item.title, item.style).onOneLine], hanging: 2)
        }
        guard let detail = item.detail else { return head }
        return .joined([0, 1]) { part in
            guard part == 1 else { return head }
            return Wrapping.lines([Span(detail, .secondary)], width: width - 6).mapped { $0.indented(by: 6) }
        }
    }

    /// What choosing an item or a row does that gives a signal.
    func action(_ title: String, _ signal: Payload) -> PageTarget {
        .action(Action(title, throwing: signal), callback: callback)
    }
}
