/// The first bytes of an ELF file, which say what it is and where its tables are.
struct ELFHeader: Sendable {
    /// What every ELF file begins with.
    static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

    let elfClass: ELFClass
    let byteOrder: ELFByteOrder
    let type: ELFType
    let machine: ELFMachine

    init(_ file: ELFView) throws(ELFError) {
        let start = try file.view(.header, offset: 0, size: 20)
        elfClass = ELFClass(rawValue: try start.byte(at: 4))
        byteOrder = ELFByteOrder(rawValue: try start.byte(at: 5))
        // These two stand at the same place in every class.
        let isSwapped = byteOrder == .bigEndian
        let (type, machine) = (try start.uint16(at: 16), try start.uint16(at: 18))
        self.type = ELFType(rawValue: isSwapped ? type.byteSwapped : type)
        self.machine = ELFMachine(rawValue: isSwapped ? machine.byteSwapped : machine)
    }

    /// Whether the rest has the layout that this reader knows.
    var isReadable: Bool { elfClass == .bits64 && byteOrder == .littleEndian }
}
