import Glibc

/// The section headers, which a library need not have: loading takes only the program headers.
struct ELFSections: Sendable {
    private static let entrySize = MemoryLayout<Elf64_Shdr>.size

    private let file: ELFView
    private let table: ELFView
    /// The index of the section with the names; 0 for none.
    private let namesIndex: Int

    init(_ file: ELFView) throws(ELFError) {
        let header = try file.header()
        let offset = header.e_shoff
        let (entrySize, entries) = (UInt64(header.e_shentsize), UInt64(header.e_shnum))
        let isPresent = offset != 0 && entries != 0
        guard !isPresent || entrySize == Self.entrySize else {
            throw .entrySize(.sectionHeaders, found: entrySize, expected: UInt64(Self.entrySize))
        }
        self.file = file
        table = try file.table(
            .sectionHeaders, offset: isPresent ? offset : 0, entries: isPresent ? entries : 0, entrySize: entrySize)
        namesIndex = isPresent ? Int(header.e_shstrndx) : 0
    }

    /// Returns the content of the first section with a name; `nil` if there is none.
    func section(_ name: String, as part: ELFPart) throws(ELFError) -> ELFView? {
        guard namesIndex != 0 else { return nil }
        let names = try ELFStringTable(content(at: namesIndex * Self.entrySize, as: .sectionNames))
        let wanted = Array(name.utf8) + [0]
        for start in stride(from: 0, to: table.count, by: Self.entrySize) {
            let section = try table.read(Elf64_Shdr.self, at: start)
            guard try names.holds(wanted, at: Int(section.sh_name)), section.sh_type != SHT_NOBITS else { continue }
            return try content(at: start, as: part)
        }
        return nil
    }

    private func content(at start: Int, as part: ELFPart) throws(ELFError) -> ELFView {
        let section = try table.read(Elf64_Shdr.self, at: start)
        return try file.view(part, offset: section.sh_offset, size: section.sh_size)
    }
}

/// A program header: a range of the file, and the address at which it is loaded.
struct ELFSegment: Sendable {
    /// The segment's purpose (`PT_…`).
    let type: UInt32
    let offset: UInt64
    let address: UInt64
    /// The size in the file; the memory beyond it is filled with zeros.
    let size: UInt64

    static func all(_ file: ELFView) throws(ELFError) -> [ELFSegment] {
        let entrySize = MemoryLayout<Elf64_Phdr>.size
        let header = try file.header()
        let (size, entries) = (UInt64(header.e_phentsize), UInt64(header.e_phnum))
        guard entries == 0 || size == entrySize else {
            throw .entrySize(.programHeaders, found: size, expected: UInt64(entrySize))
        }
        let offset = entries == 0 ? 0 : header.e_phoff
        let table = try file.table(.programHeaders, offset: offset, entries: entries, entrySize: size)
        var segments: [ELFSegment] = []
        for start in stride(from: 0, to: table.count, by: entrySize) {
            segments.append(ELFSegment(try table.read(Elf64_Phdr.self, at: start)))
        }
        return segments
    }

    private init(_ header: Elf64_Phdr) {
        type = header.p_type
        offset = header.p_offset
        address = header.p_vaddr
        size = header.p_filesz
    }
}

/// The program headers, which map the addresses of a loaded file to places in the file.
struct ELFSegments: Sendable {
    private let file: ELFView
    private let loaded: [ELFSegment]
    private let dynamic: ELFSegment?

    init(_ file: ELFView) throws(ELFError) {
        let segments = try ELFSegment.all(file)
        self.file = file
        loaded = segments.filter { $0.type == PT_LOAD }
        dynamic = segments.last { $0.type == PT_DYNAMIC && $0.size > 0 }
        // A process that touches a mapped page beyond the file's end is killed.
        for segment in loaded { _ = try file.view(.segment, offset: segment.offset, size: segment.size) }
    }

    /// Returns the dynamic section; `nil` for a file without one.
    func dynamicSection() throws(ELFError) -> ELFView? {
        guard let dynamic else { return nil }
        return try view(.dynamicSection, address: dynamic.address, size: dynamic.size)
    }

    /// Returns the bytes that are loaded at an address.
    func view(_ part: ELFPart, address: UInt64, size: UInt64) throws(ELFError) -> ELFView {
        try view(part, address: address).view(part, offset: 0, size: size)
    }

    /// Returns the bytes from an address to the end of its segment.
    func view(_ part: ELFPart, address: UInt64) throws(ELFError) -> ELFView {
        let holder = loaded.first { $0.address <= address && address - $0.address < $0.size }
        guard let holder else { throw .unmapped(part, address: address) }
        let skipped = address - holder.address
        return try file.view(.segment, offset: holder.offset, size: holder.size)
            .view(part, offset: skipped, size: holder.size - skipped)
    }
}

extension ELFView {
    /// Returns the header of a file of 64 bits.
    fileprivate func header() throws(ELFError) -> Elf64_Ehdr {
        try view(.header, offset: 0, size: UInt64(MemoryLayout<Elf64_Ehdr>.size)).read(Elf64_Ehdr.self, at: 0)
    }
}
