import ModuleKit

extension PageRenderer {
    /// What a container shows: its content, or its state in place of it.
    func lines(of container: Container) -> Lines {
        guard depth < Container.depthLimit else { return placeholder("(deeper than this host shows)") }
        let layout = container.layout
        let indent = min(max(layout.indent, 0), width / 2)
        let room = max(min(width - indent, layout.width ?? .max), 10)
        var inside = PageRenderer(width: min(room, width), numbers: numbers)
        inside.callback = container.callback ?? callback
        inside.depth = depth + 1
        guard container.state == .ready else {
            return inside.lines(ofStateOf: container).mapped { $0.indented(by: indent) }
        }
        let lines =
            layout.axis == .horizontal
            ? inside.columns(container.content) : inside.lines(of: container.content)
        guard indent > 0 || layout.alignment != .leading, width < .max else { return lines }
        return lines.mapped { $0.aligned(layout.alignment, in: room).indented(by: indent) }
    }

    private func lines(ofStateOf container: Container) -> Lines {
        let message =
            switch container.state {
            case .loading: placeholder(container.reason ?? "Loading…")
            case .offline: indented([Span(container.reason ?? "Offline: there is no network", .warning)])
            default: indented([Span("Failed: \(container.reason ?? "nobody said why")", .failure)])
            }
        guard let retry = container.retry, container.state != .loading else { return message }
        return .joined([0, 1]) { $0 == 0 ? message : lines(of: retry) }
    }

    /// Parts side by side where each has room for 16 columns, one below the other otherwise.
    private func columns(_ elements: [PageElement]) -> Lines {
        let count = elements.count
        let gap = 2
        let room = width == .max ? .max : (width - gap * (count - 1)) / max(count, 1)
        guard count > 1, room >= 16, room < .max else { return lines(of: elements) }
        var part = PageRenderer(width: room, numbers: numbers)
        part.callback = callback
        part.depth = depth
        // A part's numbers stand together, so each is made whole before the next.
        let parts = elements.map { Array(part.lines(of: [$0])) }
        return .made(
            (0..<(parts.map(\.count).max() ?? 0)).map { row in
                Self.join(parts.map { $0.indices.contains(row) ? $0[row] : TextLine() }, room: room, gap: gap)
            })
    }

    /// Cells side by side, without spaces behind the last one that holds something.
    static func join(_ cells: [TextLine], room: Int, gap: Int) -> TextLine {
        var line = TextLine()
        for (column, cell) in cells.enumerated() where cell.width > 0 {
            line.pad(column * (room + gap) - line.width)
            line.append(cell)
        }
        return line
    }
}
