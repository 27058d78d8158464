/// The width of a file's addresses (`EI_CLASS`).
struct ELFClass: RawRepresentable, Sendable, Equatable {
    static let bits32 = ELFClass(rawValue: 1)
    static let bits64 = ELFClass(rawValue: 2)

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
