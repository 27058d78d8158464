@_spi(Host) import ModuleKit
import Platform

/// The wrapping of lines for the terminal's window, at words and with their indentation.
extension Console {
    /// The minimum number of columns for which lines are wrapped.
    private static let leastColumns = 20
    /// The maximum indentation of a line in spaces; more spaces at its beginning are a column without a name.
    private static let deepestIndent = 6

    /// Returns the columns of the window of a descriptor; `nil` if lines are not wrapped, as in a pipe and on a
    /// terminal without a known size.
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

    /// Returns the rows of a line. A text after a gap of two spaces, as in a list of names, continues below its own
    /// beginning, or below the name if the window is too narrow. Any other line continues with two more columns of
    /// indentation.
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
