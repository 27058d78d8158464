@_spi(Host) import ModuleKit
import Platform

/// The fitting of lines to the window of the terminal that shows them, by words and with their indentation.
extension Console {
    /// The columns of lines in a narrower window.
    private static let leastColumns = 20
    /// The spaces at the beginning of a line that are its indentation; more of them are a column without a name.
    private static let deepestIndent = 6

    /// The columns of the window behind a descriptor; `nil` for lines that stay as they are, as in a pipe and at a
    /// terminal that tells no size.
    func columns(of descriptor: Int32 = StandardOutput.descriptor) -> Int? {
        guard fitsWindow, format == .text, let window = TerminalWindow(of: descriptor) else { return nil }
        return max(window.columns, Self.leastColumns)
    }

    /// Returns the lines of a text, without one that is wider than the window.
    func fitted(_ text: String, to descriptor: Int32 = StandardOutput.descriptor) -> [String] {
        guard let columns = columns(of: descriptor) else { return [text] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.rows(of: String($0), width: columns) }
    }

    /// Returns the rows of a line. A text behind a gap of two spaces, as in a list of names, continues below its
    /// beginning, or stands below the name if the window is too narrow; another line continues two columns behind its
    /// own beginning.
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
