internal import Glibc

/// Reads and writes the file of a frozen trie.
struct TrieFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Reads the whole file into memory of its own, which is then made read-only, and validates it
    /// (Documentation/Decisions/0008).
    func read() throws(TableFileError) -> TrieMemory {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
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

    /// A trie of bytes that are part of something larger.
    ///
    /// - Parameter isVouchedFor: whether somebody else made sure that they are those that were written.
    static func memory(
        from bytes: UnsafeRawBufferPointer, isVouchedFor: Bool = false
    ) throws(TableFileError) -> TrieMemory {
        let part = "a part of a file"
        guard bytes.count >= TrieHeader.size else { throw .notATable(file: part) }
        guard let memory = PrivateMemory(size: bytes.count) else {
            throw .system(file: part, call: "mmap", code: errno)
        }
        memory.bytes.copyMemory(from: bytes)
        let copy = UnsafeRawBufferPointer(memory.bytes)
        if isVouchedFor { _ = try header(of: copy, file: part) } else { try validate(copy, file: part) }
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

    /// The header, which says what this is and how long it is.
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

    /// Looks at the header, the checksum and every number.
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

    /// The folder that the file is in; empty for the current one.
    var folder: String {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return end.map { $0 == path.utf8.startIndex ? "/" : String(path[..<$0]) } ?? ""
    }

    func failure(_ call: String) -> TableFileError { .system(file: path, call: call, code: errno) }
}
