internal import Glibc

/// The memory of a frozen trie, which nobody writes any more.
///
/// Its pointers are safe to share. What they lead to is filled in before the initialiser returns, so before another thread
/// can know of it, and nothing writes to it afterwards: there is no way to it but through this type, whose members read.
/// `deinit` gives it back when nobody holds this object any more, and who looks something up holds it all the while: each
/// look-up is a method of a value that has it, and a method's value outlives the call.
final class TrieMemory: Sendable {
    /// Safe as said above: it leads to `parts` and into `bytes`.
    nonisolated(unsafe) let layout: TrieLayout.Pointer
    /// Safe as said above: initialised once by `init`, and read through `layout` only.
    private nonisolated(unsafe) let parts: UnsafeMutablePointer<TrieLayout>
    /// The root of the patterns without a scheme, which most are.
    let anyRoot: TrieReference
    /// Which paths a pattern without a scheme may spell out literally. Safe as said above: its own initialiser is the only
    /// one that writes to its table.
    nonisolated(unsafe) let literals: LiteralFilter
    /// The names of parameters, ready to be given out, in the order of `TrieLayout.names`.
    let names: [String]
    /// Whether all patterns have the same priority, so that the first that is found is the best.
    let isUniform: Bool
    /// Safe as said above: taken over from a writer or a file that keeps no way to it.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let owner: Owner

    /// Who gives the memory back.
    private enum Owner {
        case heap
        case pages(PrivateMemory)
    }

    /// Takes over memory from the heap that holds a whole trie, in which every number was validated or comes from a
    /// writer; it is aligned as a word is.
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
        // A whole trie begins with a header, so that there is memory.
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

/// The checksum of a frozen trie's memory: it tells damage from what was written, not who wrote it.
enum TrieChecksum {
    /// The checksum of all bytes but the checksum's own. Any change within one word of eight bytes changes it.
    static func of(_ memory: UnsafeRawBufferPointer) -> UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in stride(from: 0, to: memory.count & ~7, by: 8) where place != TrieHeader.checksumPlace {
            sum = (sum ^ memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
            sum = sum << 29 | sum >> 35
        }
        return sum
    }
}

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
