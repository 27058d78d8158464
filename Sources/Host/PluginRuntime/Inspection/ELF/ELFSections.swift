/// The section headers, which a library need not have: whatever it is loaded by is in its program headers.
struct ELFSections: Sendable {
    private static let entrySize = 64

    private let file: ELFView
    private let table: ELFView
    /// Which section holds the names; 0 for none.
    private let namesIndex: Int

    init(_ file: ELFView) throws(ELFError) {
        let header = try file.view(.header, offset: 0, size: 64)
        let offset = try header.uint64(at: 40)
        let (entrySize, entries) = (UInt64(try header.uint16(at: 58)), UInt64(try header.uint16(at: 60)))
        let isPresent = offset != 0 && entries != 0
        guard !isPresent || entrySize == Self.entrySize else {
            throw .entrySize(.sectionHeaders, found: entrySize, expected: UInt64(Self.entrySize))
        }
        self.file = file
        table = try file.table(
            .sectionHeaders, offset: isPresent ? offset : 0, entries: isPresent ? entries : 0, entrySize: entrySize)
        namesIndex = isPresent ? Int(try header.uint16(at: 62)) : 0
    }

    /// The content of the first section of a name that has some; `nil` where there is none.
    func section(_ name: String, as part: ELFPart) throws(ELFError) -> ELFView? {
        guard namesIndex != 0 else { return nil }
        let names = try ELFStringTable(content(at: namesIndex * Self.entrySize, as: .sectionNames))
        let withoutContent: UInt32 = 8
        let wanted = Array(name.utf8) + [0]
        for start in stride(from: 0, to: table.count, by: Self.entrySize) {
            guard try names.holds(wanted, at: Int(try table.uint32(at: start))),
                try table.uint32(at: start + 4) != withoutContent
            else { continue }
            return try content(at: start, as: part)
        }
        return nil
    }

    private func content(at start: Int, as part: ELFPart) throws(ELFError) -> ELFView {
        try file.view(part, offset: table.uint64(at: start + 24), size: table.uint64(at: start + 32))
    }
}

/// A program header: a range of the file, and the address at which it is loaded.
struct ELFSegment: Sendable {
    static let entrySize = 56

    /// What the segment is for (`p_type`).
    enum Kind: UInt32 {
        case loaded = 1
        case dynamic = 2
        case notes = 4
    }

    /// `nil` for a segment that this reader has no use for.
    let kind: Kind?
    let offset: UInt64
    let address: UInt64
    /// The size in the file; the memory beyond it is filled with zeros.
    let size: UInt64

    /// All segments of a file.
    static func all(_ file: ELFView) throws(ELFError) -> [ELFSegment] {
        let header = try file.view(.header, offset: 0, size: 64)
        let (size, entries) = (UInt64(try header.uint16(at: 54)), UInt64(try header.uint16(at: 56)))
        guard entries == 0 || size == entrySize else {
            throw .entrySize(.programHeaders, found: size, expected: UInt64(entrySize))
        }
        let offset = entries == 0 ? 0 : try header.uint64(at: 32)
        let table = try file.table(.programHeaders, offset: offset, entries: entries, entrySize: size)
        var segments: [ELFSegment] = []
        for start in stride(from: 0, to: table.count, by: entrySize) {
            segments.append(try ELFSegment(table, at: start))
        }
        return segments
    }

    private init(_ table: ELFView, at start: Int) throws(ELFError) {
        kind = Kind(rawValue: try table.uint32(at: start))
        offset = try table.uint64(at: start + 8)
        address = try table.uint64(at: start + 16)
        size = try table.uint64(at: start + 32)
    }
}

/// The program headers, by which the addresses of a loaded file are found in the file itself.
struct ELFSegments: Sendable {
    private let file: ELFView
    private let loaded: [ELFSegment]
    private let dynamic: ELFSegment?

    init(_ file: ELFView) throws(ELFError) {
        let segments = try ELFSegment.all(file)
        self.file = file
        loaded = segments.filter { $0.kind == .loaded }
        dynamic = segments.last { $0.kind == .dynamic && $0.size > 0 }
        // A page of a mapped file beyond its end kills the process that touches it.
        for segment in loaded { _ = try file.view(.segment, offset: segment.offset, size: segment.size) }
    }

    /// The dynamic section; `nil` for a file that no dynamic linker has to do with.
    func dynamicSection() throws(ELFError) -> ELFView? {
        guard let dynamic else { return nil }
        return try view(.dynamicSection, address: dynamic.address, size: dynamic.size)
    }

    /// The bytes that are loaded at an address.
    func view(_ part: ELFPart, address: UInt64, size: UInt64) throws(ELFError) -> ELFView {
        try view(part, address: address).view(part, offset: 0, size: size)
    }

    /// The bytes from an address to the end of its segment.
    func view(_ part: ELFPart, address: UInt64) throws(ELFError) -> ELFView {
        let holder = loaded.first { $0.address <= address && address - $0.address < $0.size }
        guard let holder else { throw .unmapped(part, address: address) }
        let skipped = address - holder.address
        return try file.view(.segment, offset: holder.offset, size: holder.size)
            .view(part, offset: skipped, size: holder.size - skipped)
    }
}

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
