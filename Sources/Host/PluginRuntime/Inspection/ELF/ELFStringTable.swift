/// A table of strings, each of which ends with a NUL.
struct ELFStringTable: Sendable {
    private let table: ELFView

    init(_ table: ELFView) throws(ELFError) {
        // So every string in the table ends inside of it.
        guard table.count > 0, try table.byte(at: table.count - 1) == 0 else { throw .unterminated(table.part) }
        self.table = table
    }

    /// The string that begins at an offset.
    func string(at offset: UInt64) throws(ELFError) -> String {
        let start = Int(clamping: offset)
        return String(decoding: try table.bytes(at: start, count: try length(at: start)), as: UTF8.self)
    }

    /// The length in bytes of the string that begins at an offset.
    func length(at offset: Int) throws(ELFError) -> Int {
        var end = offset
        while try table.byte(at: end) != 0 { end += 1 }
        return end - offset
    }

    /// Whether these bytes, none of them NUL, stand at an offset.
    func holds(_ bytes: [UInt8], at offset: Int) throws(ELFError) -> Bool {
        var index = 0
        while index < bytes.count, try table.byte(at: offset + index) == bytes[index] { index += 1 }
        return index == bytes.count
    }
}
