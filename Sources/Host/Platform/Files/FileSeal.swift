/// The first line of a file that can be created again: the format of its content, and a checksum.
package struct FileSeal: Sendable {
    /// The format with its version and everything else that the content depends on.
    let format: String

    package init(_ format: String) { self.format = format }

    package func bytes(of content: [UInt8]) -> [UInt8] {
        Array("\(format) \(Self.checksum(of: content[...]))\n".utf8) + content
    }

    /// Returns the content of a file; `nil` if it is damaged or has another format.
    package func content(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard let (line, content) = Self.parts(bytes),
            line.elementsEqual("\(format) \(Self.checksum(of: content))".utf8)
        else { return nil }
        return content
    }

    /// Returns whether the bytes of a file are undamaged, in any format.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let (line, content) = parts(bytes), let sum = line.split(separator: UInt8(ascii: " ")).last else {
            return false
        }
        return sum.elementsEqual("\(checksum(of: content))".utf8)
    }

    private static func parts(_ bytes: [UInt8]) -> (line: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        bytes.firstIndex(of: UInt8(ascii: "\n")).map { (bytes[..<$0], bytes[($0 + 1)...]) }
    }

    /// Returns a checksum that detects damage, not forgery: a change within one group of eight bytes always changes the
    /// checksum, and any other change almost certainly does.
    private static func checksum(of bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { memory in
            var sum = UInt64(memory.count) &+ 0x9E37_79B9_7F4A_7C15
            var place = 0
            while place &+ 8 <= memory.count {
                sum = (sum ^ memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
                sum = sum << 29 | sum >> 35
                place &+= 8
            }
            while place < memory.count {
                sum = (sum ^ UInt64(memory[place])) &* 0x9FB2_1C65_1E98_DF25
                place &+= 1
            }
            return Int(truncatingIfNeeded: sum)
        }
    }
}
