@_spi(Host) import ModuleKit

/// The page on top while it shows a view model: what it is bound to, and when it is drawn again.
///
/// However often the view model changes, the page is made again once for each frame, and once more after the last change.
struct LivePage {
    /// The shortest time between two frames that a person sees.
    static let interval = Duration.milliseconds(33)

    let source: PageSource
    /// Tells this page from those that were shown before or after it.
    let number: Int
    var bindings: [Binding] = []
    var isFrameDue = false
    var lastFrame = ContinuousClock.now

    init(source: PageSource, number: Int) {
        self.source = source
        self.number = number
    }

    /// How long the next frame waits.
    func delay(isPaced: Bool) -> Duration {
        isPaced ? max(Self.interval - (ContinuousClock.now - lastFrame), .zero) : .zero
    }
}

/// The lines of a page as they stand on a terminal, to be drawn over in place.
///
/// What is typed stands below the frame, and moves down with all between where the page grows.
struct LiveFrame {
    /// How many lines of the page stand before the frame.
    var start: Int
    /// What stands there, and below it that there is more, where there is.
    private(set) var lines: [TextLine]
    let display: Display

    /// Says that there is more of a page.
    static let more = TextLine("… `more` shows more", .secondary)

    /// What the frame is to show of a page that was made anew: as much as there is room for.
    ///
    /// - Parameters:
    ///   - view: the page, from the frame's beginning on.
    ///   - rowsBelow: how many rows the cursor stands below the row behind the frame's last line.
    func lines(of view: inout PageView, rowsBelow: Int) -> [TextLine] {
        let room = max(lines.count, (display.height ?? 0) - rowsBelow - 1)
        guard view.has(room + 1) else { return view.next(room) }
        return view.next(room - 1) + [Self.more]
    }

    /// What draws the lines that differ, and nothing else; `nil` where none does.
    mutating func draw(_ new: [TextLine], rowsBelow: Int) -> String? {
        let room = grow(by: new.count - lines.count, rowsBelow)
        let next = new + Array(repeating: TextLine(), count: max(lines.count - new.count, 0))
        let painter = LinePainter(usesColour: display.usesColour)
        let drawn = visible(rowsBelow).compactMap { row -> String? in
            guard next[row] != lines[row] else { return nil }
            let up = lines.count - row + rowsBelow
            // Up, over the line, and back to where the person types (ECMA-48, 8.3.22 and 8.3.41; DECSC and DECRC). The line
            // is erased first: behind one as wide as the window, its last character would be erased too.
            return "\u{1B}7\u{1B}[\(up)A\r\u{1B}[K\(painter.text(of: next[row]))\u{1B}8"
        }
        lines = next
        let text = room + drawn.joined()
        return text.isEmpty ? nil : text
    }

    /// The rows that have not left the screen at its top, where they cannot be drawn over.
    func visible(_ rowsBelow: Int) -> Range<Int> {
        let first = lines.count + rowsBelow - (display.height ?? 0) + 1
        return min(max(first, 0), lines.count)..<lines.count
    }

    /// Makes room for more lines below the last: what stands there moves down, the line that is being typed too.
    private mutating func grow(by count: Int, _ rowsBelow: Int) -> String {
        guard count > 0 else { return "" }
        lines += Array(repeating: TextLine(), count: count)
        // Down at first, so that the screen scrolls where it has to, and back; then lines are inserted behind the frame
        // (IND; ECMA-48, 8.3.22, 8.3.67 and 8.3.19).
        let scroll = String(repeating: "\u{1B}D", count: count) + "\u{1B}[\(count)A"
        let up = rowsBelow > 0 ? "\u{1B}[\(rowsBelow)A" : ""
        return scroll + "\u{1B}7\(up)\r\u{1B}[\(count)L\u{1B}8\u{1B}[\(count)B"
    }
}

/// What has changed on a page, as the JSON output tells it.
struct ChangedPage: Encodable {
    private let url: String
    private let changes: PageDifference

    init(_ item: PageStack.Item, since elements: [PageElement]) {
        url = item.entry.url
        changes = PageDifference(from: elements, to: item.page.elements)
    }

    /// Whether nothing has.
    var isEmpty: Bool { changes.changes.isEmpty }
}
