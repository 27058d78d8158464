/// Follows a terminal's cursor over what is written, for rows that go on in the next one at the window's edge.
///
/// The cursor stays behind a full row until the next character comes; one of two columns that does not fit any more goes to
/// the next row as a whole; a tab stops at the last column.
struct CursorTrack {
    /// The columns of a row.
    let width: Int
    /// How many rows it has gone down.
    private(set) var rows = 0
    /// The columns of its row that stand before it; the width behind a full row.
    private(set) var column = 0

    init(width: Int) { self.width = width }

    /// A person has ended a line.
    mutating func endLine() {
        rows += 1
        column = 0
    }

    /// Goes over a text, without the sequences that colour it.
    mutating func write(_ text: String) {
        let plain = text.utf8.contains(0x1B) ? text.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "") : text
        for character in plain { write(character) }
    }

    private mutating func write(_ character: Character) {
        switch character {
        case "\n", "\r\n": endLine()
        case "\r": column = 0
        case "\t": column = max(min(column / 8 * 8 + 8, width - 1), column)
        default:
            let columns = DisplayWidth.of(character)
            guard columns > 0 else { return }
            if column + columns > width {
                rows += 1
                column = 0
            }
            column = min(column + columns, width)
        }
    }
}
