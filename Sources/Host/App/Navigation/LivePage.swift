@_spi(Host) import ModuleKit

/// The state of the top page while it displays a view model: its bindings, and the time of its last redraw (a frame).
///
/// The page is redrawn at most once in each interval, and again after the last change of the view model.
struct LivePage {
    /// The shortest time between two frames for the user.
    static let interval = Duration.milliseconds(33)

    let source: PageSource
    var bindings: [Binding] = []
    private var isFrameDue = false
    private var lastFrame = ContinuousClock.now

    init(source: PageSource) { self.source = source }

    /// Schedules the next frame, and returns the time until that frame; `nil` if a frame is already scheduled.
    mutating func schedule(isPaced: Bool) -> Duration? {
        guard !isFrameDue else { return nil }
        isFrameDue = true
        return isPaced ? max(Self.interval - (ContinuousClock.now - lastFrame), .zero) : .zero
    }

    /// Records that a frame is drawn.
    mutating func noteFrame() { (isFrameDue, lastFrame) = (false, .now) }
}

/// The lines of a page on a terminal that are redrawn in place.
///
/// The user's input is below these lines. If the page grows, the input moves down with all lines in between.
struct LiveFrame {
    /// The number of the page's lines before the frame.
    var start: Int
    /// The lines of the frame, with a note below them if the page has more lines.
    private(set) var lines: [TextLine]
    let display: Display

    /// The note that the page has more lines.
    static let more = TextLine("… `more` shows more", .secondary)

    /// Returns as many lines of a renewed page as the frame has room for. `view` is the page from the frame's beginning
    /// on, and `place` is the position of the frame's end.
    func lines(of view: inout PageView, at place: FramePlace) -> [TextLine] {
        let room = max(lines.count, (display.height ?? 0) - place.lowest - 1)
        guard view.has(room + 1) else { return view.next(room) }
        return view.next(room - 1) + [Self.more]
    }

    /// Returns the text that redraws only the changed lines, and the number of new lines; `nil` if nothing has changed.
    mutating func draw(_ new: [TextLine], at place: FramePlace) -> (text: String, growth: Int)? {
        let growth = max(new.count - lines.count, 0)
        var place = place
        let room = grow(by: growth, place.rowsBelow)
        place.lowest = max(place.lowest - growth, place.rowsBelow)
        let next = new + Array(repeating: TextLine(), count: max(lines.count - new.count, 0))
        let painter = display.painter
        let drawn = visible(place).compactMap { row -> String? in
            guard next[row] != lines[row] else { return nil }
            let up = lines.count - row + place.rowsBelow
            // Moves up, writes over the line, and moves back to the user's input (ECMA-48, 8.3.22 and 8.3.41; DECSC and
            // DECRC). The line is erased before the new text is written: after text as wide as the window, the erasure
            // would remove the last character.
            return "\u{1B}7\u{1B}[\(up)A\r\u{1B}[K\(painter.text(of: next[row]))\u{1B}8"
        }
        lines = next
        let text = room + drawn.joined()
        return text.isEmpty ? nil : (text, growth)
    }

    /// Returns the rows of the frame that are still on the screen, where they can be redrawn.
    func visible(_ place: FramePlace) -> Range<Int> {
        let first = lines.count + place.lowest - (display.height ?? 0) + 1
        return min(max(first, 0), lines.count)..<lines.count
    }

    /// Adds empty lines at the frame's end. Returns the text that moves all lines below the frame down.
    private mutating func grow(by count: Int, _ rowsBelow: Int) -> String {
        guard count > 0 else { return "" }
        lines += Array(repeating: TextLine(), count: count)
        // The cursor moves down, which scrolls the screen if necessary, and back up. Then lines are inserted after the
        // frame (IND; ECMA-48, 8.3.22, 8.3.67 and 8.3.19).
        let scroll = String(repeating: "\u{1B}D", count: count) + "\u{1B}[\(count)A"
        let up = rowsBelow > 0 ? "\u{1B}[\(rowsBelow)A" : ""
        return scroll + "\u{1B}7\(up)\r\u{1B}[\(count)L\u{1B}8\u{1B}[\(count)B"
    }
}
