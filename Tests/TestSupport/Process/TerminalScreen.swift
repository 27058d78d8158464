/// The screen of a terminal, with the part of ECMA-48 and of the VT100's sequences that the host uses. A sequence that
/// it does not know puts U+FFFD on the screen, so that the test finds it.
public struct TerminalScreen: Sendable {
    private enum Mode { case text, escape, sequence(String) }

    private let width: Int
    private let height: Int
    /// A wide character is in the first of its two cells.
    private var cells: [[String]]
    /// Whether each cell is grey, as hints are.
    private var greys: [[Bool]]
    private var style = ""
    /// Whether bracketed paste is on.
    public private(set) var marksPastes = false
    private var row = 0
    private var column = 0
    private var saved = (row: 0, column: 0)
    /// Whether text after the last column continues in the next row.
    private var wraps = true
    private var mode = Mode.text
    /// The bytes of an incomplete character.
    private var bytes: [UInt8] = []

    /// An empty screen.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        cells = Array(repeating: Self.blank(width), count: height)
        greys = Array(repeating: Array(repeating: false, count: width), count: height)
    }

    /// The grey text of the row with the cursor.
    public var hint: String {
        zip(cells[row], greys[row]).filter(\.1).map(\.0).joined().split(separator: " ").joined(separator: " ")
    }

    /// The rows without trailing blanks, up to the last row with text.
    public var lines: [String] {
        let lines = cells.map { row in
            String(row.joined().reversed().drop { $0 == " " }.reversed())
        }
        return Array(lines.reversed().drop { $0.isEmpty }.reversed())
    }

    /// The cursor's row and column, from 0.
    public var cursor: (row: Int, column: Int) { (row, column) }

    /// Displays the bytes that a program wrote.
    public mutating func write(_ new: some Sequence<UInt8>) {
        for byte in new {
            bytes.append(byte)
            guard let text = String(validating: bytes, as: UTF8.self) else { continue }
            bytes = []
            text.unicodeScalars.forEach { write($0) }
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch mode {
        case .text: show(scalar)
        case .escape: escape(scalar)
        case .sequence(let parameters):
            guard scalar.properties.isAlphabetic else {
                mode = .sequence(parameters + String(scalar))
                return
            }
            mode = .text
            control(scalar, parameters)
        }
    }

    private mutating func show(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\u{1B}": mode = .escape
        case "\r": column = 0
        case "\n": lineFeed()
        case "\u{7}": break
        case "\u{8}": column = max(min(column, width - 1) - 1, 0)
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let size = Self.columns(scalar)
        if size == 0 {
            cells[row][max(column - 1, 0)] += String(scalar)
            return
        }
        if column + size > width {
            if wraps {
                column = 0
                lineFeed()
            } else {
                column = width - size
            }
        }
        cells[row][column] = String(scalar)
        greys[row][column] = style == "90"
        if size == 2 { cells[row][column + 1] = "" }
        column += size
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        mode = .text
        switch scalar {
        case "[": mode = .sequence("")
        case "7": saved = (row, column)
        case "8": (row, column) = saved
        case "D": lineFeed()
        default: put("\u{FFFD}")
        }
    }

    private mutating func control(_ final: Unicode.Scalar, _ parameters: String) {
        let count = max(Int(parameters) ?? 1, 1)
        switch (final, parameters) {
        case ("A", _): row = max(row - count, 0)
        case ("B", _): row = min(row + count, height - 1)
        case ("C", _): column = min(column + count, width - 1)
        case ("H", ""): (row, column) = (0, 0)
        case ("J", ""): erase(from: row, column)
        case ("J", "2"): erase(from: 0, 0)
        case ("K", ""): for place in min(column, width - 1)..<width { cells[row][place] = " " }
        case ("L", _): insert(count)
        case ("h", "?7"): wraps = true
        case ("l", "?7"): wraps = false
        case ("m", _): style = parameters
        case ("h", "?2004"): marksPastes = true
        case ("l", "?2004"): marksPastes = false
        default: put("\u{FFFD}")
        }
    }

    private mutating func erase(from first: Int, _ column: Int) {
        for place in min(column, width - 1)..<width { cells[first][place] = " " }
        for row in first + 1..<max(height, first + 1) { cells[row] = Self.blank(width) }
    }

    private mutating func insert(_ count: Int) {
        column = 0
        for _ in 0..<count {
            cells.insert(Self.blank(width), at: row)
            cells.removeLast()
        }
    }

    private mutating func lineFeed() {
        guard row == height - 1 else {
            row += 1
            return
        }
        cells.removeFirst()
        cells.append(Self.blank(width))
    }

    private static func blank(_ width: Int) -> [String] { Array(repeating: " ", count: width) }

    /// The columns of a character, for the characters that tests write.
    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F: 0
        case 0x2E80...0xFF60, 0x1F300...0x1FAFF: 2
        default: 1
        }
    }
}
