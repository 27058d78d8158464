/// The processor that a file's code is for (`e_machine`).
struct ELFMachine: RawRepresentable, Sendable, Equatable {
    let rawValue: UInt16
}

extension ELFMachine: CustomStringConvertible {
    var description: String {
        switch rawValue {
        case 3: "x86"
        case 40: "ARM"
        case 62: "x86-64"
        case 183: "AArch64"
        case 243: "RISC-V"
        default: "machine \(rawValue)"
        }
    }
}
