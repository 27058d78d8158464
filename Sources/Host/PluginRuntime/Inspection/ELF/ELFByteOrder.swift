/// The order of the bytes of a file's numbers (`EI_DATA`).
struct ELFByteOrder: RawRepresentable, Sendable, Equatable {
    static let littleEndian = ELFByteOrder(rawValue: 1)
    static let bigEndian = ELFByteOrder(rawValue: 2)

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
