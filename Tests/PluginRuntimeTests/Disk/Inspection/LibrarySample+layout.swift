import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// The offsets of the sample's parts in the file.
extension LibrarySample {
    var view: ELFView { ELFView(file: bytes) }

    /// The offset of the first program header of a type.
    func programHeader(_ type: UInt32) throws -> Int {
        let first = Int(try view.uint64(at: 32))
        let starts = try (0..<Int(view.uint16(at: 56))).map { first + 56 * $0 }
        return try #require(try starts.first { try view.uint32(at: $0) == type })
    }

    /// The offset of the first entry of the dynamic section with a tag.
    func dynamicEntry(_ tag: UInt64) throws -> Int {
        let header = try programHeader(2)
        let (offset, size) = (Int(try view.uint64(at: header + 8)), Int(try view.uint64(at: header + 32)))
        let starts = stride(from: offset, to: offset + size, by: 16)
        return try #require(try starts.first { try view.uint64(at: $0) == tag })
    }

    /// The offset of the part to which an entry of the dynamic section points. These parts are in the first segment,
    /// whose addresses are equal to its offsets in the file.
    func dynamicPart(_ tag: UInt64) throws -> Int {
        let segment = try programHeader(1)
        try #require(try view.uint64(at: segment + 8) == 0)
        try #require(try view.uint64(at: segment + 16) == 0)
        return Int(try view.uint64(at: dynamicEntry(tag) + 8))
    }

    var symbolTable: Int { get throws { try dynamicPart(6) } }
    var stringTable: Int { get throws { try dynamicPart(5) } }
    var hashTable: Int { get throws { try dynamicPart(0x6FFF_FEF5) } }

    var symbolCount: Int {
        get throws { Int(try ELFSymbolTable.count(inHashes: ELFView(file: Array(bytes[hashTable...])))) }
    }

    /// The range of the hash table's buckets; the chains follow.
    var hashBuckets: Range<Int> {
        get throws {
            let table = try hashTable
            let start = table + 16 + 8 * Int(try view.uint32(at: table + 8))
            return start..<start + 4 * Int(try view.uint32(at: table))
        }
    }

    /// The offset of the first object symbol that the library defines.
    var definedObject: Int {
        get throws {
            let starts = try (0..<symbolCount).map { try symbolTable + 24 * $0 }
            return try #require(starts.first { bytes[$0 + 6] != 0 && bytes[$0 + 4] & 0xF == 1 })
        }
    }

    /// The size of the dynamic string table.
    var stringTableSize: Int { get throws { Int(try view.uint64(at: dynamicEntry(10) + 8)) } }

    /// The offset of a section's header.
    func section(_ name: String) throws -> Int {
        let table = Int(try view.uint64(at: 40))
        let names = Int(try view.uint64(at: table + 64 * Int(try view.uint16(at: 62)) + 24))
        let starts = try (0..<Int(view.uint16(at: 60))).map { table + 64 * $0 }
        return try #require(
            try starts.first { bytes[(names + Int(try view.uint32(at: $0)))...].starts(with: Array(name.utf8) + [0]) })
    }

    /// The name of an exported symbol that is longer than that many bytes.
    func symbol(_ kind: CInt, prefix: String, longerThan length: Int) throws -> String {
        let symbols = try #require(try ELFImage(bytes).dynamicSection()).symbols
        let names = try symbols.names(of: kind, prefix: prefix).sorted()
        return try #require(names.first { $0.utf8.count > length })
    }
}
