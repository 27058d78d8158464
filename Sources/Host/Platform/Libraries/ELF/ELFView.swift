/// A part of a file in which every read is checked: a wrong offset or size throws an error instead of trapping.
package struct ELFView: Sendable {
    let part: ELFPart
    /// The size in bytes.
    let count: Int
    private let bytes: [UInt8]
    private let start: Int
}

extension ELFView {
    init(file bytes: [UInt8]) { self.init(.file, bytes) }

    package init(_ part: ELFPart, _ bytes: [UInt8]) {
        self.init(part: part, count: bytes.count, bytes: bytes, start: 0)
    }

    func view(_ part: ELFPart, offset: UInt64, size: UInt64) throws(ELFError) -> ELFView {
        let limit = UInt64(count)
        guard size <= limit, offset <= limit - size else {
            throw .outOfBounds(part, offset: offset, size: size, limit: limit)
        }
        return ELFView(part: part, count: Int(size), bytes: bytes, start: start + Int(offset))
    }

    func table(_ part: ELFPart, offset: UInt64, entries: UInt64, entrySize: UInt64) throws(ELFError) -> ELFView {
        let size = entries.multipliedReportingOverflow(by: entrySize)
        return try view(part, offset: offset, size: size.overflow ? .max : size.partialValue)
    }

    func byte(at offset: Int) throws(ELFError) -> UInt8 {
        bytes[try index(of: offset, size: 1)]
    }

    func uint16(at offset: Int) throws(ELFError) -> UInt16 { UInt16(littleEndian: try read(UInt16.self, at: offset)) }

    func uint32(at offset: Int) throws(ELFError) -> UInt32 { UInt32(littleEndian: try read(UInt32.self, at: offset)) }

    func uint64(at offset: Int) throws(ELFError) -> UInt64 { UInt64(littleEndian: try read(UInt64.self, at: offset)) }

    /// Reads a number or a structure of `<elf.h>`, in the byte order of this machine.
    func read<Value: BitwiseCopyable>(_ type: Value.Type, at offset: Int) throws(ELFError) -> Value {
        let index = try index(of: offset, size: MemoryLayout<Value>.size)
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: type) }
    }

    func bytes(at offset: Int, count: Int) throws(ELFError) -> ArraySlice<UInt8> {
        let index = try index(of: offset, size: count)
        return bytes[index..<index + count]
    }

    private func index(of offset: Int, size: Int) throws(ELFError) -> Int {
        guard offset >= 0, size >= 0, size <= count, offset <= count - size else {
            throw .outOfBounds(
                part, offset: UInt64(clamping: offset), size: UInt64(clamping: size), limit: UInt64(count))
        }
        return start + offset
    }
}

/// A table of strings, each of which ends with a NUL.
struct ELFStringTable: Sendable {
    private let table: ELFView

    init(_ table: ELFView) throws(ELFError) {
        // If the table ends with a NUL, every string ends within the table.
        guard table.count > 0, try table.byte(at: table.count - 1) == 0 else { throw .unterminated(table.part) }
        self.table = table
    }

    /// The limit for the total length of the strings of one list, in bytes. Linkers may store a string as the end of
    /// another string, so the strings of a list may be longer in total than the table. The limit refuses a list in
    /// which many entries point to one long string.
    var allowance: Int { 2 * table.count }

    /// Returns the string at an offset. Its length is subtracted from `rest`, the unused part of the list's allowance.
    func string(at offset: UInt64, within rest: inout Int) throws(ELFError) -> String {
        let start = Int(clamping: offset)
        let length = try length(at: start, within: &rest)
        return String(decoding: try table.bytes(at: start, count: length), as: UTF8.self)
    }

    /// Returns the length in bytes of the string at an offset. Subtracts the length of the string and its NUL from
    /// `rest`.
    func length(at offset: Int, within rest: inout Int) throws(ELFError) -> Int {
        var end = offset
        while try table.byte(at: end) != 0 { end += 1 }
        rest -= end - offset + 1
        guard rest >= 0 else { throw .excessive(table.part, limit: allowance) }
        return end - offset
    }

    /// Whether the table has these bytes at an offset.
    func holds(_ bytes: [UInt8], at offset: Int) throws(ELFError) -> Bool {
        var index = 0
        while index < bytes.count, try table.byte(at: offset + index) == bytes[index] { index += 1 }
        return index == bytes.count
    }
}
