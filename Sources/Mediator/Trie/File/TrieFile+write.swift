internal import Glibc

extension TrieFile {
    /// Writes a trie beside the file and puts it in the file's place, so that nobody sees a part of it, whatever happens.
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

    /// The header as it stands in a file: in memory the checksum is that of the file that it came from, or none.
    private static func header(of memory: TrieMemory) -> [UInt8] {
        var header = Array(memory.bytes.prefix(TrieHeader.size))
        let checksum = TrieChecksum.of(memory.bytes)
        withUnsafeBytes(of: checksum) {
            header.replaceSubrange(TrieHeader.checksumPlace..<TrieHeader.checksumPlace + 8, with: $0)
        }
        return header
    }

    /// A trie as a file has it.
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

    /// The new name is on the disk only when the folder is.
    private func syncFolder() throws(TableFileError) {
        let folder = folder.isEmpty ? "." : folder
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("fsync") }
    }
}
