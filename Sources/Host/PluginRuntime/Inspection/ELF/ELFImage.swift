import Glibc

/// A 64-bit little-endian ELF file, read from its bytes; nothing of it is loaded or run.
///
/// All data about loading comes from the program headers, because a stripped library may have no section headers.
struct ELFImage: Sendable {
    let header: ELFHeader
    let file: ELFView

    /// Reads the file header; for a file of another class or byte order nothing else can be read.
    init(_ bytes: [UInt8]) throws(ELFError) {
        file = ELFView(file: bytes)
        header = try ELFHeader(file)
    }

    /// Returns the entries for the dynamic linker; `nil` if there are none.
    ///
    /// Throws, too, if a loaded segment is not wholly in the file.
    func dynamicSection() throws(ELFError) -> ELFDynamicSection? {
        guard header.isReadable else { return nil }
        let segments = try ELFSegments(file)
        guard let section = try segments.dynamicSection() else { return nil }
        return try ELFDynamicSection(section, segments)
    }

    /// The largest `.comment` section that is read, in bytes; a linker writes each line once.
    private static let commentLimit = 1 << 16

    /// Returns the lines of the `.comment` section with the names of compilers; empty without section headers.
    func comments() throws(ELFError) -> [String] {
        guard header.isReadable, let section = try ELFSections(file).section(".comment", as: .comment) else {
            return []
        }
        guard section.count <= Self.commentLimit else { throw .excessive(.comment, limit: Self.commentLimit) }
        return try section.bytes(at: 0, count: section.count).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The first bytes of an ELF file, with its kind and the places of its tables.
struct ELFHeader: Sendable {
    /// The first bytes of every ELF file.
    static let magic = Array(ELFMAG.utf8)

    let elfClass: ELFClass
    let byteOrder: ELFByteOrder
    let type: ELFType
    let machine: ELFMachine

    init(_ file: ELFView) throws(ELFError) {
        let start = try file.view(.header, offset: 0, size: 20)
        elfClass = ELFClass(rawValue: try start.byte(at: Int(EI_CLASS)))
        byteOrder = ELFByteOrder(rawValue: try start.byte(at: Int(EI_DATA)))
        // These two are at the same place in every class.
        let isSwapped = byteOrder == .bigEndian
        let (type, machine) = (try start.uint16(at: 16), try start.uint16(at: 18))
        self.type = ELFType(rawValue: isSwapped ? type.byteSwapped : type)
        self.machine = ELFMachine(rawValue: isSwapped ? machine.byteSwapped : machine)
    }

    /// Whether the rest of the file has the layout that this reader knows.
    var isReadable: Bool { elfClass == .bits64 && byteOrder == .littleEndian }
}

/// The order of the bytes of a file's numbers (`EI_DATA`).
struct ELFByteOrder: RawRepresentable, Sendable, Equatable {
    static let littleEndian = ELFByteOrder(rawValue: UInt8(ELFDATA2LSB))
    static let bigEndian = ELFByteOrder(rawValue: UInt8(ELFDATA2MSB))

    let rawValue: UInt8
}

extension ELFByteOrder: CustomStringConvertible {
    var description: String {
        switch self {
        case .littleEndian: "little-endian"
        case .bigEndian: "big-endian"
        default: "byte order \(rawValue)"
        }
    }
}

/// The width of a file's addresses (`EI_CLASS`).
struct ELFClass: RawRepresentable, Sendable, Equatable {
    static let bits32 = ELFClass(rawValue: UInt8(ELFCLASS32))
    static let bits64 = ELFClass(rawValue: UInt8(ELFCLASS64))

    let rawValue: UInt8
}

extension ELFClass: CustomStringConvertible {
    var description: String {
        switch self {
        case .bits32: "32-bit"
        case .bits64: "64-bit"
        default: "class \(rawValue)"
        }
    }
}

/// The processor that a file's code is for (`e_machine`).
struct ELFMachine: RawRepresentable, Sendable, Equatable {
    let rawValue: UInt16
}

extension ELFMachine: CustomStringConvertible {
    var description: String {
        switch CInt(rawValue) {
        case EM_386: "x86"
        case EM_ARM: "ARM"
        case EM_X86_64: "x86-64"
        case EM_AARCH64: "AArch64"
        case EM_RISCV: "RISC-V"
        default: "machine \(rawValue)"
        }
    }
}

/// The type of a file (`e_type`).
struct ELFType: RawRepresentable, Sendable, Equatable {
    /// A shared library, or an executable that can be loaded at any address.
    static let shared = ELFType(rawValue: UInt16(ET_DYN))

    let rawValue: UInt16
}

extension ELFType: CustomStringConvertible {
    var description: String {
        switch CInt(rawValue) {
        case ET_REL: "an object file"
        case ET_EXEC: "an executable"
        case ET_DYN: "a shared library"
        case ET_CORE: "a core dump"
        default: "type \(rawValue)"
        }
    }
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
    case notes = "the notes"
    case comment = "the .comment section"
}

extension ELFImage {
    /// Returns the linker's identity of the content, which differs between builds of different contents; `nil` if there is none.
    func buildID() throws(ELFError) -> ArraySlice<UInt8>? {
        guard header.isReadable else { return nil }
        for segment in try ELFSegment.all(file) where segment.type == PT_NOTE {
            let notes = try file.view(.notes, offset: segment.offset, size: segment.size)
            if let identity = try Self.buildID(in: notes) { return identity }
        }
        return nil
    }

    /// Each note has the lengths of its name and its content, a type, the name and the content, each padded to whole words.
    private static func buildID(in notes: ELFView) throws(ELFError) -> ArraySlice<UInt8>? {
        let headSize = MemoryLayout<Elf64_Nhdr>.size
        var start = 0
        while start + headSize <= notes.count {
            let note = try notes.read(Elf64_Nhdr.self, at: start)
            let (name, length) = (Int(note.n_namesz), Int(note.n_descsz))
            let content = start + headSize + (name + 3) & ~3
            if note.n_type == NT_GNU_BUILD_ID,
                try notes.bytes(at: start + headSize, count: name).elementsEqual("GNU\0".utf8)
            {
                return try notes.bytes(at: content, count: length)
            }
            start = content + (length + 3) & ~3
        }
        return nil
    }
}

/// The reason why a file that begins like an ELF file cannot be read as one.
package enum ELFError: Error, Sendable, Equatable {
    /// Bytes of a part lie outside of the part that holds them: the file is cut off, or an offset in it is wrong.
    case outOfBounds(ELFPart, offset: UInt64, size: UInt64, limit: UInt64)
    /// The entries of a table have a size that the format does not allow.
    case entrySize(ELFPart, found: UInt64, expected: UInt64)
    /// No loaded segment holds the address of a part.
    case unmapped(ELFPart, address: UInt64)
    /// The dynamic section lacks a part that its other parts need.
    case missing(ELFPart)
    /// A string table does not end with a NUL.
    case unterminated(ELFPart)
    /// A part has more than any linker writes, so that reading it could take forever.
    case excessive(ELFPart, limit: Int)
}

extension ELFError {
    /// The finding, in words that follow "found".
    var found: String {
        switch self {
        case .outOfBounds(let part, let offset, let size, _): "\(part.rawValue) of \(size) bytes at offset \(offset)"
        case .entrySize(let part, let found, _): "\(part.rawValue) with entries of \(found) bytes"
        case .unmapped(let part, let address): "\(part.rawValue) at address 0x\(String(address, radix: 16))"
        case .missing(let part): "no address of \(part.rawValue)"
        case .unterminated(let part): "\(part.rawValue) without a NUL at its end"
        case .excessive(let part, let limit): "more than \(limit) bytes or entries in \(part.rawValue)"
        }
    }

    /// The demand of the format, in words that follow "expected".
    var expected: String {
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
