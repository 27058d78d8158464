import FoundationEssentials

@testable import Host

/// The bytes of a library that was built beside the tests, to be changed by them.
struct LibrarySample {
    var bytes: [UInt8]

    /// Reads a library from the folder of the test binary.
    init(_ name: String = "libRent.so") throws {
        bytes = try PluginFile.bytes(at: Self.folder + "/" + name)
    }

    /// Where the package's products are.
    static var folder: String {
        get throws {
            let binary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return String(binary[..<(binary.lastIndex(of: "/") ?? binary.startIndex)])
        }
    }

    /// Inspects the bytes as they are now.
    func inspect(
        host: HostIdentity? = nil, contract: UInt32 = 1
    ) throws(PluginFileError) -> PluginInspection {
        let host = if let host { host } else { try HostIdentity.current() }
        return try PluginInspection.inspect(bytes, path: "libSample.so", host: host, contract: contract)
    }

    /// The error of inspecting the bytes as they are now, which must be refused.
    func refusal(host: HostIdentity? = nil, contract: UInt32 = 1) throws -> PluginFileError {
        do {
            throw UnexpectedSuccess(inspection: try inspect(host: host, contract: contract))
        } catch let error as PluginFileError {
            return error
        }
    }

    /// What the bytes say as they are now.
    func contents() throws -> PluginContents { try PluginContents(ELFImage(bytes)) }

    /// Writes a number of 2, 4 or 8 bytes.
    mutating func write<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        for index in 0..<Number.bitWidth / 8 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
        }
    }

    /// Replaces a text everywhere by one that is not longer, and fills the rest with zeros.
    mutating func replace(_ old: String, with new: String) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var start = 0
        while let found = bytes[start...].firstIndex(of: old[0]), found + old.count <= bytes.count {
            start = found + 1
            guard bytes[found..<found + old.count].elementsEqual(old) else { continue }
            bytes.replaceSubrange(
                found..<found + old.count, with: new + [UInt8](repeating: 0, count: old.count - new.count))
        }
    }

    /// A file was accepted that must not be.
    struct UnexpectedSuccess: Error { let inspection: PluginInspection }
}
