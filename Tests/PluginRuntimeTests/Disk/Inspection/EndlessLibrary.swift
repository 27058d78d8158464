@testable import PluginRuntime

/// A library that no linker writes: many entries that share one long string.
struct EndlessLibrary {
    /// The string table, without the NUL at its end.
    var strings = ""
    /// The dynamic section's entries in addition to the tables' entries.
    var dynamic: [(tag: UInt64, value: UInt64)] = []
    /// The defined symbols: the offsets of their names, and their kinds.
    var symbols: [(name: UInt32, kind: CInt)] = []

    /// The file in one segment: headers, dynamic section, symbols, hash table and strings.
    var bytes: [UInt8] {
        let table = strings.utf8 + [0]
        let start = 64 + 2 * 56
        let symbolTable = start + 16 * (dynamic.count + 6)
        let hashTable = symbolTable + 24 * symbols.count
        let stringTable = hashTable + 8
        let size = stringTable + table.count
        var file = LibraryBytes()
        file.header(programHeaders: 2)
        file.programHeader(type: 1, offset: 0, size: size)
        file.programHeader(type: 2, offset: start, size: symbolTable - start)
        let tables: [(UInt64, Int)] = [
            (4, hashTable), (5, stringTable), (6, symbolTable), (10, table.count), (11, 24),
        ]
        for (tag, value) in dynamic + tables.map({ ($0, UInt64($1)) }) + [(0, 0)] {
            file.write(tag)
            file.write(value)
        }
        for symbol in symbols {
            file.write(symbol.name)
            file.bytes += [0x10 | UInt8(symbol.kind), 0]
            file.write(UInt16(1))
            file.bytes += [UInt8](repeating: 0, count: 16)
        }
        file.write(UInt32(1))
        file.write(UInt32(symbols.count))
        return file.bytes + table
    }
}

/// The bytes of a file, in the order in which they are written.
private struct LibraryBytes {
    var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

    mutating func header(programHeaders: UInt16) {
        bytes += [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8)
        for number in [UInt16(3), 62] { write(number) }
        write(UInt32(1))
        for number in [UInt64(0), 64, 0] { write(number) }
        write(UInt32(0))
        for number in [UInt16(64), 56, programHeaders, 64, 0, 0] { write(number) }
    }

    mutating func programHeader(type: UInt32, offset: Int, size: Int) {
        write(type)
        write(UInt32(4))
        for number in [offset, offset, offset, size, size, 8] { write(UInt64(number)) }
    }
}
