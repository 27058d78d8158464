internal import Glibc

/// Pages of memory that belong to nobody else and to no file, and that can be made read-only.
final class PrivateMemory: Sendable {
    /// Safe to share: `TrieFile.read`, which alone makes such memory, fills it in on one thread and has the system refuse
    /// every later write before it hands it on. It is given back when nobody holds this object any more, as `TrieMemory`
    /// does for as long as it can be read.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// `nil` where there is no memory left.
    init?(size: Int) {
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Lets nobody write any more.
    func makeReadOnly() -> Bool { mprotect(bytes.baseAddress, bytes.count, PROT_READ) == 0 }
}
