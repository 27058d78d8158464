import Glibc

/// A 64-bit little-endian ELF file, read from its bytes without loading or running it.
///
/// All data about loading comes from the program headers, because a stripped library may have no section headers.
package struct ELFImage: Sendable {
    package let header: ELFHeader
    let file: ELFView

    /// Reads the file header. If the file is not a 64-bit little-endian file, only its header can be read.
    package init(_ bytes: [UInt8]) throws(ELFError) {
        file = ELFView(file: bytes)
        header = try ELFHeader(file)
    }

    /// Returns the entries for the dynamic linker, if any. Also throws if a loaded segment is not wholly in the file.
    package func dynamicSection() throws(ELFError) -> ELFDynamicSection? {
        guard header.isReadable else { return nil }
        let segments = try ELFSegments(file)
        guard let section = try segments.dynamicSection() else { return nil }
        return try ELFDynamicSection(section, segments)
    }

    /// The limit for the size of the `.comment` section, in bytes. Linkers write each different line once, so the
    /// section is small.
    private static let commentLimit = 1 << 16

    /// Returns the Swift toolchains that built the file: the lines of the `.comment` section that name swiftlang's LLVM
    /// and a revision. The list is empty if there are no section headers.
    ///
    /// Other lines are ignored. They name a linker, or the C compiler of the system's start files, and neither of these
    /// programs compiled the Swift code.
    package func toolchains() throws(ELFError) -> [String] { try Self.toolchains(header, reading: file.view) }

    /// Returns the same for a file that is not in memory. `read` returns a part of the file, by its offset and size.
    package static func toolchains(
        _ header: ELFHeader, reading read: (ELFPart, UInt64, UInt64) throws(ELFError) -> ELFView
    ) throws(ELFError) -> [String] {
        guard header.isReadable, let section = try section(".comment", as: .comment, read) else { return [] }
        guard section.count <= commentLimit else { throw .excessive(.comment, limit: commentLimit) }
        return try section.bytes(at: 0, count: section.count).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
            .filter { $0.contains("swiftlang") && !$0.hasPrefix("Linker: ") }
    }

    /// Returns the content of the first section called `name`; `nil` if the file has no such section, or no section
    /// headers.
    private static func section(
        _ name: String, as part: ELFPart, _ read: (ELFPart, UInt64, UInt64) throws(ELFError) -> ELFView
    ) throws(ELFError) -> ELFView? {
        let header = try read(.header, 0, UInt64(MemoryLayout<Elf64_Ehdr>.size)).header()
        let (expected, found) = (UInt64(MemoryLayout<Elf64_Shdr>.size), UInt64(header.e_shentsize))
        guard header.e_shoff != 0, header.e_shnum != 0 else { return nil }
        guard found == expected else { throw .entrySize(.sectionHeaders, found: found, expected: expected) }
        let table = try read(.sectionHeaders, header.e_shoff, UInt64(header.e_shnum) * found)
        // The names of sections are in a separate section, whose index is 0 if it does not exist.
        guard header.e_shstrndx != 0 else { return nil }
        let nameSection = try table.read(Elf64_Shdr.self, at: Int(header.e_shstrndx) * Int(expected))
        let names = try ELFStringTable(read(.sectionNames, nameSection.sh_offset, nameSection.sh_size))
        let wanted = Array(name.utf8) + [0]
        for start in stride(from: 0, to: table.count, by: Int(expected)) {
            let section = try table.read(Elf64_Shdr.self, at: start)
            guard try names.holds(wanted, at: Int(section.sh_name)), section.sh_type != SHT_NOBITS else { continue }
            return try read(part, section.sh_offset, section.sh_size)
        }
        return nil
    }
}

/// The properties in the first bytes of an ELF file, as text for messages.
package struct ELFHeader: Sendable {
    /// The first bytes of every ELF file.
    package static let magic = Array(ELFMAG.utf8)
    /// The only class and byte order of files that can be read.
    package static let (bits64, littleEndian) = ("64-bit", "little-endian")
    /// The type of a library, or of an executable that can be loaded at any address.
    package static let shared = "a shared library"

    /// The width of the file's addresses (`EI_CLASS`).
    package let elfClass: String
    /// The order of the bytes of the file's numbers (`EI_DATA`).
    package let byteOrder: String
    /// The type of the file (`e_type`).
    package let type: String
    /// The processor that the file's code is for (`e_machine`).
    package let machine: String

    package init(_ file: ELFView) throws(ELFError) {
        let start = try file.view(.header, offset: 0, size: 20)
        let (elfClass, order) = (CInt(try start.byte(at: Int(EI_CLASS))), CInt(try start.byte(at: Int(EI_DATA))))
        // The type and the machine have the same offsets in every class.
        let numbers = (try start.uint16(at: 16), try start.uint16(at: 18))
        let isSwapped = order == ELFDATA2MSB
        let type = CInt(isSwapped ? numbers.0.byteSwapped : numbers.0)
        let machine = CInt(isSwapped ? numbers.1.byteSwapped : numbers.1)
        self.elfClass = [ELFCLASS32: "32-bit", ELFCLASS64: Self.bits64][elfClass] ?? "class \(elfClass)"
        byteOrder = [ELFDATA2LSB: Self.littleEndian, ELFDATA2MSB: "big-endian"][order] ?? "byte order \(order)"
        let types = [ET_REL: "an object file", ET_EXEC: "an executable", ET_DYN: Self.shared, ET_CORE: "a core dump"]
        self.type = types[type] ?? "type \(type)"
        let machines = [
            EM_386: "x86", EM_ARM: "ARM", EM_X86_64: "x86-64", EM_AARCH64: "AArch64", EM_RISCV: "RISC-V",
        ]
        self.machine = machines[machine] ?? "machine \(machine)"
    }

    /// Whether the rest of the file has the layout that this reader knows.
    package var isReadable: Bool { elfClass == Self.bits64 && byteOrder == Self.littleEndian }
}

/// A part of an ELF file, as an error names it.
package enum ELFPart: String, Sendable {
    case file = "the file"
    case header = "the file header"
    case programHeaders = "the program headers"
    case segment = "a loaded segment"
    case dynamicSection = "the dynamic section"
    case dynamicStrings = "the dynamic string table"
    case dynamicSymbols = "the dynamic symbol table"
    case hashTable = "the symbol hash table"
    case sectionHeaders = "the section headers"
    case sectionNames = "the section names"
    case comment = "the .comment section"
}

/// The reason why a file that begins like an ELF file cannot be read as one.
package enum ELFError: Error, Sendable, Equatable {
    /// A part extends beyond the part that contains it: the file is truncated, or an offset in it is wrong.
    case outOfBounds(ELFPart, offset: UInt64, size: UInt64, limit: UInt64)
    /// The entries of a table have a size that the format does not allow.
    case entrySize(ELFPart, found: UInt64, expected: UInt64)
    /// No loaded segment holds the address of a part.
    case unmapped(ELFPart, address: UInt64)
    /// The dynamic section lacks the address of a part that must be read.
    case missing(ELFPart)
    /// A string table does not end with a NUL.
    case unterminated(ELFPart)
    /// A part is larger than any linker makes it. The part is not read, because reading it could take forever.
    case excessive(ELFPart, limit: Int)

    /// The text after "found" in a message.
    package var found: String {
        switch self {
        case .outOfBounds(let part, let offset, let size, _): "\(part.rawValue) of \(size) bytes at offset \(offset)"
        case .entrySize(let part, let found, _): "\(part.rawValue) with entries of \(found) bytes"
        case .unmapped(let part, let address): "\(part.rawValue) at address 0x\(String(address, radix: 16))"
        case .missing(let part): "no address of \(part.rawValue)"
        case .unterminated(let part): "\(part.rawValue) without a NUL at its end"
        case .excessive(let part, let limit): "more than \(limit) bytes or entries in \(part.rawValue)"
        }
    }

    /// The text after "expected" in a message.
    package var expected: String {
        switch self {
        case .outOfBounds(_, _, _, let limit): "it to end within \(limit) bytes"
        case .entrySize(_, _, let expected): "\(expected) bytes"
        case .unmapped: "an address in a loaded segment"
        case .missing: "one in the dynamic section"
        case .unterminated: "one"
        case .excessive: "no more than a linker writes"
        }
    }
}
