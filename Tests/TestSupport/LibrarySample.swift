import Foundation

/// The bytes of a library that was built with the tests, for tests that modify it.
public struct LibrarySample {
    /// The current bytes.
    public var bytes: [UInt8]

    /// Reads a library from the folder of the test binary.
    public init(_ name: String = "libRent.so") throws {
        bytes = Array(try Data(contentsOf: URL(filePath: BuildProducts.path(name))))
    }

    /// Writes a number of 2, 4 or 8 bytes.
    public mutating func write<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        for index in 0..<Number.bitWidth / 8 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
        }
    }

    /// Replaces every occurrence of a text with one that is not longer, padded with zeros.
    public mutating func replace(_ old: String, with new: String) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var start = 0
        while let found = bytes[start...].firstIndex(of: old[0]), found + old.count <= bytes.count {
            start = found + 1
            guard bytes[found..<found + old.count].elementsEqual(old) else { continue }
            bytes.replaceSubrange(
                found..<found + old.count, with: new + [UInt8](repeating: 0, count: old.count - new.count))
        }
    }
}
