internal import Glibc

/// Why a table of patterns was not written to a file, or not read from it.
@_spi(Host) public enum TableFileError: Error, Sendable, Equatable {
    /// The system refused a call, with this number of an error.
    case system(file: String, call: String, code: Int32)
    /// The file does not begin as a table does.
    case notATable(file: String)
    /// The file has another version of the format.
    case otherVersion(file: String, found: UInt32, expected: UInt32)
    /// The file was written on a machine with another order of bytes.
    case otherByteOrder(file: String, found: UInt32, expected: UInt32)
    /// The file is shorter or longer than it says, in bytes.
    case wrongSize(file: String, found: UInt64, expected: UInt64)
    /// The bytes are not those that were written.
    case wrongChecksum(file: String, found: UInt64, expected: UInt64)
    /// A number in the table leads nowhere: which part, and which element of it.
    case invalid(file: String, part: String, element: Int)
}

extension TableFileError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .system(let file, let call, let code):
            "\(file): \(call) failed with \"\(String(cString: strerror(code)))\"; look at the path, its permissions and the "
                + "space that is left"
        case .notATable(let file):
            "\(file) is no table of patterns; give the path of one, or delete the file so that it is written anew"
        case .otherVersion(let file, let found, let expected):
            "\(file) has version \(found) of the format, expected \(expected); delete it, so that it is written anew"
        case .otherByteOrder(let file, let found, let expected):
            "\(file) has the byte order 0x\(String(found, radix: 16)), expected 0x\(String(expected, radix: 16)); delete "
                + "it, so that it is written anew on this machine"
        case .wrongSize(let file, let found, let expected):
            "\(file) has \(found) bytes, expected \(expected); delete it, so that it is written anew"
        case .wrongChecksum(let file, let found, let expected):
            "\(file) has the checksum 0x\(String(found, radix: 16)), expected 0x\(String(expected, radix: 16)); it is "
                + "damaged: delete it, so that it is written anew"
        case .invalid(let file, let part, let element):
            "\(file) is damaged: element \(element) of its \(part) leads nowhere; delete it, so that it is written anew"
        }
    }
}
