/// A 64-bit little-endian ELF file, read from its bytes; nothing of it is loaded or run.
///
/// What concerns loading comes from the program headers alone, for a stripped library may have no section headers.
struct ELFImage: Sendable {
    let header: ELFHeader
    let file: ELFView

    /// Reads the file header; a file of another class or byte order has only that.
    init(_ bytes: [UInt8]) throws(ELFError) {
        file = ELFView(file: bytes)
        header = try ELFHeader(file)
    }

    /// What the library tells the dynamic linker; `nil` where it tells nothing.
    ///
    /// Fails too where a loaded segment is not wholly in the file.
    func dynamicSection() throws(ELFError) -> ELFDynamicSection? {
        guard header.isReadable else { return nil }
        let segments = try ELFSegments(file)
        guard let section = try segments.dynamicSection() else { return nil }
        return try ELFDynamicSection(section, segments)
    }

    /// The lines of the `.comment` section, in which compilers leave their names; empty without section headers.
    func comments() throws(ELFError) -> [String] {
        guard header.isReadable, let section = try ELFSections(file).section(".comment", as: .comment) else {
            return []
        }
        return try section.bytes(at: 0, count: section.count).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
