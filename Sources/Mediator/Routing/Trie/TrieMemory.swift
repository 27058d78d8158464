internal import Glibc

/// The memory of a frozen trie, which never changes.
///
/// Its pointers are safe to share. The initialiser fills in their targets before it returns, so before another thread
/// can know of them, and no code writes to them afterwards: the only access is through this type, whose members read.
/// `deinit` frees the memory after the last reference to this object, and each look-up holds a reference: it is a
/// method of a value that has one, and a method's value outlives the call.
final class TrieMemory: Sendable {
    /// Safe as explained above: it leads to `parts` and into `bytes`.
    nonisolated(unsafe) let layout: TrieLayout.Pointer
    /// Safe as explained above: initialised once by `init`, and read through `layout` only.
    private nonisolated(unsafe) let parts: UnsafeMutablePointer<TrieLayout>
    /// The root of the patterns without a scheme, which are the most.
    let anyRoot: TrieReference
    /// The paths that a pattern without a scheme may spell out literally. Safe as explained above: only its own
    /// initialiser writes to its table.
    nonisolated(unsafe) let literals: LiteralFilter
    /// The names of parameters, ready to be given out, in the order of `TrieLayout.names`.
    let names: [String]
    /// Whether all patterns have the same priority, so that the first that is found is the best.
    let isUniform: Bool
    /// Safe as explained above: it comes from a writer or a file that keeps no access to it.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let owner: Owner

    /// The source of the memory, which decides how it is freed.
    private enum Owner {
        case heap
        case pages(PrivateMemory)
    }

    /// Takes over memory from the heap that holds a whole trie, in which every number was validated or comes from a
    /// writer; it has the alignment of a word.
    convenience init(adopting memory: UnsafeMutableRawBufferPointer) {
        self.init(UnsafeRawBufferPointer(memory), owner: .heap)
    }

    /// Takes over pages that hold a whole trie that was validated.
    convenience init(adopting memory: PrivateMemory) {
        self.init(UnsafeRawBufferPointer(memory.bytes), owner: .pages(memory))
    }

    private init(_ bytes: UnsafeRawBufferPointer, owner: Owner) {
        self.bytes = bytes
        self.owner = owner
        // A whole trie begins with a header, so there is memory.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        let layout = TrieLayout(TrieHeader(reading: bytes), in: start)
        parts = .allocate(capacity: 1)
        parts.initialize(to: layout)
        self.layout = TrieLayout.Pointer(parts)
        anyRoot = layout.roots.first { $0.scheme.count == 0 && $0.host.count == 0 }?.node ?? .none
        names = layout.names.map(layout.text)
        let priority = layout.patterns.first?.priority
        isUniform = layout.patterns.allSatisfy { $0.priority == priority }
        literals = LiteralFilter(self.layout, of: isUniform ? anyRoot : .none, in: layout)
    }

    deinit {
        parts.deallocate()
        literals.deallocate()
        if case .heap = owner { bytes.deallocate() }
    }
}

/// The checksum of a frozen trie's memory: it finds damage, not forgery.
enum TrieChecksum {
    /// Returns the checksum of all bytes except its own. Any change within one word of eight bytes changes it.
    static func of(_ memory: UnsafeRawBufferPointer) -> UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in stride(from: 0, to: memory.count & ~7, by: 8) where place != TrieHeader.checksumPlace {
            sum = (sum ^ memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
            sum = sum << 29 | sum >> 35
        }
        return sum
    }
}

/// Private pages of memory, of no file, that can be made read-only.
final class PrivateMemory: Sendable {
    /// Safe to share: `TrieFile.read`, which alone makes such memory, fills it in on one thread, and has the system
    /// refuse every later write before it passes the memory on. `deinit` frees it after the last reference, which
    /// `TrieMemory` holds as long as the memory can be read.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// Creates pages of a size; `nil` if there is no memory left.
    init?(size: Int) {
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Makes the pages read-only; returns whether the system did.
    func makeReadOnly() -> Bool { mprotect(bytes.baseAddress, bytes.count, PROT_READ) == 0 }
}
