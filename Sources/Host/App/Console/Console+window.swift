@_spi(Host) import ModuleKit
import Platform

/// Wrapping of lines for the terminal's window. Lines break between words, and continued lines are indented.
extension Console {
    /// The minimum width in columns; in a narrower window, lines are wrapped as if it had this width.
    private static let leastColumns = 20
    /// The number of spaces to which an indentation of more than half the window is reduced. A line that begins with
    /// more spaces is a table row whose first cell is empty.
    private static let deepestIndent = 6

    /// Returns the number of columns of the descriptor's terminal window. Returns `nil` if lines are not wrapped, as in
    /// a pipe or on a terminal of unknown size.
    func columns(of descriptor: Int32 = StandardOutput.descriptor) -> Int? {
        guard fitsWindow, format == .text, let window = TerminalWindow(of: descriptor) else { return nil }
        return max(window.columns, Self.leastColumns)
    }

    /// Returns the lines of a text, wrapped for the window.
    func fitted(_ text: String, to descriptor: Int32 = StandardOutput.descriptor) -> [String] {
        guard let columns = columns(of: descriptor) else { return [text] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.rows(of: String($0), width: columns) }
    }

    /// Wraps one line. If a gap of two or more spaces separates a name from a text, the wrapped rows of the text align
    /// with its first word; if the window is too narrow for that, the text begins below the name. In any other line,
    /// the wrapped rows are indented by two more columns.
    static func rows(of line: String, width: Int) -> [String] {
        guard DisplayWidth.of(line) > width else { return [line] }
        let text = line.trimmingPrefix { $0 == " " }
        let column = line.count - text.count
        let indent = column > width / 2 ? deepestIndent : column
        let start = String(repeating: " ", count: indent)
        guard let gap = text.firstRange(of: #/ {2,}/#) else {
            return Wrapping.lines(start + text, width: width, hanging: indent + (column > deepestIndent ? 0 : 2))
        }
        let second = DisplayWidth.of(line[..<gap.upperBound])
        guard second > width / 2 else { return Wrapping.lines(line, width: width, hanging: second) }
        return rows(of: start + text[..<gap.lowerBound], width: width)
            + Wrapping.lines(start + "    " + text[gap.upperBound...], width: width, hanging: indent + 4)
    }
}
