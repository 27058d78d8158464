import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// An absurd number in a library, and the part of the file that is then reported as damaged.
struct Absurdity: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let part: ELFPart
    let apply: @Sendable (inout LibrarySample) throws -> Void

    init(_ description: String, _ part: ELFPart, _ apply: @escaping @Sendable (inout LibrarySample) throws -> Void) {
        testDescription = description
        self.part = part
        self.apply = apply
    }

    static let all = headers + dynamicSection + strings + symbols + hashTable

    private static let headers = [
        Absurdity("65,535 program headers", .programHeaders) { $0.write(UInt16.max, at: 56) },
        Absurdity("program headers of 1 byte", .programHeaders) { $0.write(UInt16(1), at: 54) },
        Absurdity("program headers beyond the file", .programHeaders) { $0.write(UInt64.max, at: 32) },
        Absurdity("65,535 section headers", .sectionHeaders) { $0.write(UInt16.max, at: 60) },
        Absurdity("section headers of 1 byte", .sectionHeaders) { $0.write(UInt16(1), at: 58) },
        Absurdity("section headers beyond the file", .sectionHeaders) { $0.write(UInt64.max, at: 40) },
        Absurdity("section names in no section", .sectionHeaders) { $0.write(UInt16(0xFFFE), at: 62) },
        Absurdity("a comment beyond the file", .comment) { $0.write(UInt64.max, at: try $0.section(".comment") + 24) },
        Absurdity("a comment of all memory", .comment) { $0.write(UInt64.max, at: try $0.section(".comment") + 32) },
        Absurdity("a segment beyond the file", .segment) { $0.write(UInt64.max, at: try $0.programHeader(1) + 8) },
        Absurdity("a segment of all memory", .segment) { $0.write(UInt64.max, at: try $0.programHeader(1) + 32) },
    ]

    private static let dynamicSection = [
        Absurdity("at no address", .dynamicSection) { $0.write(UInt64.max, at: try $0.programHeader(2) + 16) },
        Absurdity("of all memory", .dynamicSection) { $0.write(UInt64.max, at: try $0.programHeader(2) + 32) },
        Absurdity("of 4 bytes", .dynamicSection) { $0.write(UInt64(4), at: try $0.programHeader(2) + 32) },
    ]

    private static let strings = [
        Absurdity("strings at no address", .dynamicStrings) { $0.write(UInt64.max, at: try $0.dynamicEntry(5) + 8) },
        Absurdity("strings of all memory", .dynamicStrings) { $0.write(UInt64.max, at: try $0.dynamicEntry(10) + 8) },
        Absurdity("strings of no size", .dynamicStrings) { $0.write(UInt64(0), at: try $0.dynamicEntry(10) + 8) },
        Absurdity("strings not told", .dynamicStrings) { $0.write(UInt64.max, at: try $0.dynamicEntry(5)) },
        Absurdity("strings without a NUL", .dynamicStrings) {
            $0.bytes[try $0.stringTable + $0.stringTableSize - 1] = 0x41
        },
        Absurdity("a needed library of no name", .dynamicStrings) {
            $0.write(UInt64.max, at: try $0.dynamicEntry(1) + 8)
        },
        Absurdity("a symbol of no name", .dynamicStrings) { $0.write(UInt32.max, at: try $0.definedObject) },
    ]

    private static let symbols = [
        Absurdity("symbols of 23 bytes", .dynamicSymbols) { $0.write(UInt64(23), at: try $0.dynamicEntry(11) + 8) },
        Absurdity("symbols at no address", .dynamicSymbols) { $0.write(UInt64.max, at: try $0.dynamicEntry(6) + 8) },
        Absurdity("symbols not told", .dynamicSymbols) { $0.write(UInt64.max, at: try $0.dynamicEntry(6)) },
        Absurdity("4 billion symbols", .dynamicSymbols) { $0.write(UInt32.max, at: try $0.hashTable + 4) },
    ]

    private static let hashTable = [
        Absurdity("hashes not told", .hashTable) { $0.write(UInt64.max, at: try $0.dynamicEntry(0x6FFF_FEF5)) },
        Absurdity("hashes at no address", .hashTable) {
            $0.write(UInt64.max, at: try $0.dynamicEntry(0x6FFF_FEF5) + 8)
        },
        Absurdity("4 billion buckets", .hashTable) { $0.write(UInt32.max, at: try $0.hashTable) },
        Absurdity("a filter of 32 GiB", .hashTable) { $0.write(UInt32.max, at: try $0.hashTable + 8) },
        Absurdity("a bucket beyond the symbols", .hashTable) {
            $0.write(UInt32.max, at: try $0.hashBuckets.lowerBound)
        },
        Absurdity("a chain without end", .hashTable) {
            let end = Int(try $0.view.uint64(at: try $0.programHeader(1) + 32))
            for index in try $0.hashBuckets.upperBound..<end { $0.bytes[index] = 0 }
        },
    ]
}
