/// What a file is made for (`e_type`).
struct ELFType: RawRepresentable, Sendable, Equatable {
    /// A shared library, or an executable that can be loaded at any address.
    static let shared = ELFType(rawValue: 3)

    let rawValue: UInt16
}

extension ELFType: CustomStringConvertible {
    var description: String {
        switch rawValue {
        case 1: "an object file"
        case 2: "an executable"
        case 3: "a shared library"
        case 4: "a core dump"
        default: "type \(rawValue)"
        }
    }
}
