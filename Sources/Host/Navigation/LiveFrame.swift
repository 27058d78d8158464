import ModuleKit

/// The lines of a page as they stand on a terminal, to be drawn over in place.
///
/// A frame never grows: what is typed stands below it. A page that has grown says at the end of it that there is more.
struct LiveFrame {
    /// How many lines of the page stand before the frame.
    let start: Int
    private(set) var lines: [TextLine]
    let display: Display
    /// Whether it is said below the frame that there is more.
    var hasMoreBelow = false

    /// Says that there is more of a page.
    static let more = TextLine("… `more` shows more", .secondary)

    /// What the frame is to show of a page that was made anew.
    func lines(of view: inout PageView?) -> [TextLine] {
        _ = view?.next(start)
        guard !hasMoreBelow, !lines.isEmpty, view?.has(lines.count + 1) == true else {
            return view?.next(lines.count) ?? []
        }
        return (view?.next(lines.count - 1) ?? []) + [Self.more]
    }

    /// What draws the lines that differ, and nothing else; `nil` where none does.
    ///
    /// - Parameter rowsBelow: how many rows the cursor stands below the row behind the frame's last line.
    mutating func draw(_ new: [TextLine], rowsBelow: Int) -> String? {
        let next = new + Array(repeating: TextLine(), count: max(lines.count - new.count, 0))
        let painter = LinePainter(usesColour: display.usesColour)
        let drawn = lines.indices.compactMap { row -> String? in
            let up = lines.count - row + rowsBelow
            // What has left the screen at its top cannot be drawn over.
            guard next[row] != lines[row], up < display.height ?? 0 else { return nil }
            // Up, over the line, and back to where the person types (ECMA-48, 8.3.22 and 8.3.41; DECSC and DECRC).
            return "\u{1B}7\u{1B}[\(up)A\r\(painter.text(of: next[row]))\u{1B}[K\u{1B}8"
        }
        lines = Array(next.prefix(lines.count))
        return drawn.isEmpty ? nil : drawn.joined()
    }
}
