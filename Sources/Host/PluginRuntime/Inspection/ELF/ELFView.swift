/// A part of a file, in which every read is checked: garbage gives an error, never a trap.
struct ELFView: Sendable {
    let part: ELFPart
    /// The size in bytes.
    let count: Int
    private let bytes: [UInt8]
    private let start: Int

    init(file bytes: [UInt8]) {
        self.init(part: .file, count: bytes.count, bytes: bytes, start: 0)
    }

    private init(part: ELFPart, count: Int, bytes: [UInt8], start: Int) {
        self.part = part
        self.count = count
        self.bytes = bytes
        self.start = start
    }

    /// A part of this part.
    func view(_ part: ELFPart, offset: UInt64, size: UInt64) throws(ELFError) -> ELFView {
        let limit = UInt64(count)
        guard size <= limit, offset <= limit - size else {
            throw .outOfBounds(part, offset: offset, size: size, limit: limit)
        }
        return ELFView(part: part, count: Int(size), bytes: bytes, start: start + Int(offset))
    }

    /// A part of this part that holds a number of entries of equal size.
    func table(_ part: ELFPart, offset: UInt64, entries: UInt64, entrySize: UInt64) throws(ELFError) -> ELFView {
        let size = entries.multipliedReportingOverflow(by: entrySize)
        return try view(part, offset: offset, size: size.overflow ? .max : size.partialValue)
    }

    func byte(at offset: Int) throws(ELFError) -> UInt8 {
        bytes[try index(of: offset, size: 1)]
    }

    func uint16(at offset: Int) throws(ELFError) -> UInt16 {
        let index = try index(of: offset, size: 2)
        return UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
    }

    func uint32(at offset: Int) throws(ELFError) -> UInt32 {
        UInt32(try uint16(at: offset)) | UInt32(try uint16(at: offset + 2)) << 16
    }

    func uint64(at offset: Int) throws(ELFError) -> UInt64 {
        UInt64(try uint32(at: offset)) | UInt64(try uint32(at: offset + 4)) << 32
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
