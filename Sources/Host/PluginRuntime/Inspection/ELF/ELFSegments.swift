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
