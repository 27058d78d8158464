internal import Glibc

/// The file of a frozen trie.
struct TrieFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Reads the whole file into memory of its own, makes the memory read-only, and validates it
    /// (Documentation/Decisions/0008).
    func read() throws(TableFileError) -> TrieMemory {
        // A pipe in its place must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
        let size = Int(status.st_size)
        guard status.st_mode & S_IFMT == S_IFREG, size >= TrieHeader.size else { throw .notATable(file: path) }
        guard let memory = PrivateMemory(size: size) else { throw failure("mmap") }
        try fill(memory.bytes, from: descriptor)
        try Self.validate(UnsafeRawBufferPointer(memory.bytes), file: path)
        guard memory.makeReadOnly() else { throw failure("mprotect") }
        return TrieMemory(adopting: memory)
    }

    /// Returns the trie of bytes that are part of a larger whole.
    static func memory(from bytes: UnsafeRawBufferPointer) throws(TableFileError) -> TrieMemory {
        let part = "a part of a file"
        guard bytes.count >= TrieHeader.size else { throw .notATable(file: part) }
        guard let memory = PrivateMemory(size: bytes.count) else {
            throw .system(file: part, call: "mmap", code: errno)
        }
        memory.bytes.copyMemory(from: bytes)
        try validate(UnsafeRawBufferPointer(memory.bytes), file: part)
        guard memory.makeReadOnly() else { throw .system(file: part, call: "mprotect", code: errno) }
        return TrieMemory(adopting: memory)
    }

    private func fill(_ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws(TableFileError) {
        var rest = memory[...]
        while !rest.isEmpty {
            let place = UnsafeMutableRawBufferPointer(rebasing: rest)
            let count = Glibc.read(descriptor, place.baseAddress, place.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read") }
            guard count > 0 else {
                let found = memory.count - rest.count
                throw .wrongSize(file: path, found: UInt64(found), expected: UInt64(memory.count))
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the header, with the format and the length.
    private static func header(of memory: UnsafeRawBufferPointer, file: String) throws(TableFileError) -> TrieHeader {
        guard memory.count >= TrieHeader.size else { throw .notATable(file: file) }
        let header = TrieHeader(reading: memory)
        guard header.magic == TrieHeader.magic else { throw .notATable(file: file) }
        guard header.byteOrder == TrieHeader.byteOrder else {
            throw .otherByteOrder(file: file, found: header.byteOrder, expected: TrieHeader.byteOrder)
        }
        guard header.version == TrieHeader.version else {
            throw .otherVersion(file: file, found: header.version, expected: TrieHeader.version)
        }
        for expected in [header.byteCount, TrieHeader.byteCount(header.counts)] where expected != memory.count {
            throw .wrongSize(file: file, found: UInt64(memory.count), expected: expected)
        }
        return header
    }

    /// Checks the header, the checksum and every number.
    static func validate(_ memory: UnsafeRawBufferPointer, file: String) throws(TableFileError) {
        let header = try header(of: memory, file: file)
        let checksum = TrieChecksum.of(memory)
        guard header.checksum == checksum else {
            throw .wrongChecksum(file: file, found: checksum, expected: header.checksum)
        }
        do throws(TrieFault) {
            if let start = memory.baseAddress { try TrieValidator.validate(TrieLayout(header, in: start)) }
        } catch {
            throw .invalid(file: file, part: error.part, element: error.element)
        }
    }

    /// The folder of the file; empty for the current one.
    var folder: String {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return end.map { $0 == path.utf8.startIndex ? "/" : String(path[..<$0]) } ?? ""
    }

    func failure(_ call: String) -> TableFileError { .system(file: path, call: call, code: errno) }
}

extension TrieFile {
    /// Writes a trie beside the file and renames it, so that no reader ever sees a part of it.
    func write(_ memory: TrieMemory) throws(TableFileError) {
        let name = path + "." + String(UInt64.random(in: .min ... .max), radix: 36)
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("open") }
        do throws(TableFileError) {
            defer { close(descriptor) }
            try write(memory, to: descriptor)
        } catch {
            unlink(name)
            throw error
        }
        guard rename(name, path) == 0 else {
            let error = failure("rename")
            unlink(name)
            throw error
        }
        try syncFolder()
    }

    /// Returns the header in its form for a file: in memory the checksum is that of the source file, or none.
    private static func header(of memory: TrieMemory) -> [UInt8] {
        var header = Array(memory.bytes.prefix(TrieHeader.size))
        let checksum = TrieChecksum.of(memory.bytes)
        withUnsafeBytes(of: checksum) {
            header.replaceSubrange(TrieHeader.checksumPlace..<TrieHeader.checksumPlace + 8, with: $0)
        }
        return header
    }

    /// Returns the trie as the bytes of a file.
    static func bytes(of memory: TrieMemory) -> [UInt8] { header(of: memory) + memory.bytes[TrieHeader.size...] }

    private func write(_ memory: TrieMemory, to descriptor: Int32) throws(TableFileError) {
        let result = Self.header(of: memory).withUnsafeBytes { bytes in
            Result { () throws(TableFileError) in try add(bytes, to: descriptor) }
        }
        try result.get()
        try add(UnsafeRawBufferPointer(rebasing: memory.bytes[TrieHeader.size...]), to: descriptor)
        guard fsync(descriptor) == 0 else { throw failure("fsync") }
    }

    private func add(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(TableFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// The new name is on the disk only after the folder is.
    private func syncFolder() throws(TableFileError) {
        let folder = folder.isEmpty ? "." : folder
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("fsync") }
    }
}

/// The reason why a table of patterns was not written to a file, or not read from it.
@_spi(Host) public enum TableFileError: Error, Sendable, Equatable {
    /// The system refused a call, with this error number.
    case system(file: String, call: String, code: Int32)
    /// The file does not begin as a table.
    case notATable(file: String)
    /// The file has another version of the format.
    case otherVersion(file: String, found: UInt32, expected: UInt32)
    /// The file was written on a machine with another byte order.
    case otherByteOrder(file: String, found: UInt32, expected: UInt32)
    /// The file is shorter or longer than its header says, in bytes.
    case wrongSize(file: String, found: UInt64, expected: UInt64)
    /// The bytes differ from the written ones.
    case wrongChecksum(file: String, found: UInt64, expected: UInt64)
    /// A number in the table is invalid: its part, and its element of the part.
    case invalid(file: String, part: String, element: Int)
}

extension TableFileError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
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

/// An invalid number in a trie's memory.
struct TrieFault: Error {
    let part: String
    let element: Int
}
