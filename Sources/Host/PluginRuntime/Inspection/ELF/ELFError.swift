/// Why a file that begins like an ELF file cannot be read as one.
enum ELFError: Error, Sendable, Equatable {
    /// Bytes of a part lie outside of what holds them: the file is cut off, or an offset in it is wrong.
    case outOfBounds(ELFPart, offset: UInt64, size: UInt64, limit: UInt64)
    /// The entries of a table have a size that the format does not allow.
    case entrySize(ELFPart, found: UInt64, expected: UInt64)
    /// No loaded segment holds the address that a part is said to have.
    case unmapped(ELFPart, address: UInt64)
    /// The dynamic section names some parts and lacks this one, which they need.
    case missing(ELFPart)
    /// A string table does not end with a NUL.
    case unterminated(ELFPart)
}

extension ELFError: CustomStringConvertible {
    /// What was found, in words that follow "found".
    var found: String {
        switch self {
        case .outOfBounds(let part, let offset, let size, _): "\(part.rawValue) of \(size) bytes at offset \(offset)"
        case .entrySize(let part, let found, _): "\(part.rawValue) with entries of \(found) bytes"
        case .unmapped(let part, let address): "\(part.rawValue) at address 0x\(String(address, radix: 16))"
        case .missing(let part): "no address of \(part.rawValue)"
        case .unterminated(let part): "\(part.rawValue) without a NUL at its end"
        }
    }

    /// What the format asks for, in words that follow "expected".
    var expected: String {
        switch self {
        case .outOfBounds(_, _, _, let limit): "it to end within \(limit) bytes"
        case .entrySize(_, _, let expected): "\(expected) bytes"
        case .unmapped: "an address in a loaded segment"
        case .missing: "one in the dynamic section"
        case .unterminated: "one"
        }
    }

    /// A sentence that says what was found and what was expected, and what to do.
    var description: String { "found \(found), expected \(expected); copy the file again, or build it again" }
}
