import Glibc

/// The program headers, which map the addresses of a loaded file to offsets in the file.
struct ELFSegments: Sendable {
    private let file: ELFView
    private let loaded: [Elf64_Phdr]
    private let dynamic: Elf64_Phdr?

    init(_ file: ELFView) throws(ELFError) {
        let segments = try Self.headers(file)
        self.file = file
        loaded = segments.filter { $0.p_type == PT_LOAD }
        dynamic = segments.last { $0.p_type == PT_DYNAMIC && $0.p_filesz > 0 }
        // Each segment must be within the file: a process that touches a mapped page beyond the file's end is killed.
        for segment in loaded { _ = try file.view(.segment, offset: segment.p_offset, size: segment.p_filesz) }
    }

    static func headers(_ file: ELFView) throws(ELFError) -> [Elf64_Phdr] {
        let entrySize = MemoryLayout<Elf64_Phdr>.size
        let header = try file.header()
        let (size, entries) = (UInt64(header.e_phentsize), UInt64(header.e_phnum))
        guard entries == 0 || size == entrySize else {
            throw .entrySize(.programHeaders, found: size, expected: UInt64(entrySize))
        }
        let offset = entries == 0 ? 0 : header.e_phoff
        let table = try file.table(.programHeaders, offset: offset, entries: entries, entrySize: size)
        var segments: [Elf64_Phdr] = []
        for start in stride(from: 0, to: table.count, by: entrySize) {
            segments.append(try table.read(Elf64_Phdr.self, at: start))
        }
        return segments
    }

    /// Returns the dynamic section; `nil` for a file without one.
    func dynamicSection() throws(ELFError) -> ELFView? {
        guard let dynamic else { return nil }
        return try view(.dynamicSection, address: dynamic.p_vaddr, size: dynamic.p_filesz)
    }

    /// Returns the bytes that are loaded at an address.
    func view(_ part: ELFPart, address: UInt64, size: UInt64) throws(ELFError) -> ELFView {
        try view(part, address: address).view(part, offset: 0, size: size)
    }

    /// Returns the bytes from an address to the end of its segment.
    func view(_ part: ELFPart, address: UInt64) throws(ELFError) -> ELFView {
        let holder = loaded.first { $0.p_vaddr <= address && address - $0.p_vaddr < $0.p_filesz }
        guard let holder else { throw .unmapped(part, address: address) }
        let skipped = address - holder.p_vaddr
        return try file.view(.segment, offset: holder.p_offset, size: holder.p_filesz)
            .view(part, offset: skipped, size: holder.p_filesz - skipped)
    }
}

extension ELFView {
    /// Returns the header of a 64-bit file.
    func header() throws(ELFError) -> Elf64_Ehdr {
        try view(.header, offset: 0, size: UInt64(MemoryLayout<Elf64_Ehdr>.size)).read(Elf64_Ehdr.self, at: 0)
    }
}
