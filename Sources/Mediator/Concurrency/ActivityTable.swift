import Synchronization

/// The code of modules that runs now, in memory that the host maps to a file: the file outlives a crash of the process.
///
/// A note is a few plain stores into a slot that the code has for itself: no lock, no system call, no allocation. Code
/// that finds no free slot runs without a note. Use it from any thread.
@_spi(Host) public final class ActivityTable: Sendable {
    /// The kind of code that runs.
    @frozen public enum Kind: UInt8, Sendable {
        case handler = 1
        case interceptor, performer, subscriber, load, start, stop
    }

    /// A note, as it is read from the memory of a process that is no more.
    public struct Activity: Sendable, Equatable {
        public let kind: Kind
        public let module: String
        /// The name of the route, interceptor, command or event; empty for a step of the module's life.
        public let name: String
        /// The caller's URL without sensitive values; `nil` if there is none.
        public let url: String?
    }

    /// The size of a table in bytes.
    public static let size = slotCount * slotSize

    private static let slotCount = 64
    // A slot: the kind with the lengths of module and name, the length of the URL, the request's number, URL, module, name.
    private static let slotSize = 256
    private static let (urlLength, request, url, text) = (4, 8, 16, 144)
    private static let (urlLimit, moduleLimit, nameLimit) = (text - url, 40, slotSize - text - 40)

    /// A slot is written by the code that has taken it and by no other; the memory is never freed.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    /// A bit for each slot that is taken.
    private let taken = Atomic<UInt64>(0)

    /// Creates a table.
    ///
    /// - Parameter memory: as many bytes as `size`, all zero, which stay until the process ends.
    public init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    /// Notes that code begins to run.
    ///
    /// - Parameters:
    ///   - request: the number of the request, or 0; the URL is written once for it as long as it keeps its slot.
    ///   - url: returns the URL to show, if there is one.
    /// - Returns: the slot, for `end(_:)`; `nil` if none is free.
    @inline(__always)
    public func begin(
        _ kind: Kind, of module: String, _ name: String, request: UInt64 = 0, url: @autoclosure () -> String? = nil
    ) -> Int? {
        guard let slot = take() else { return nil }
        let place = memory + slot * Self.slotSize
        if request == 0 || place.load(fromByteOffset: Self.request, as: UInt64.self) != request {
            place.storeBytes(of: request, toByteOffset: Self.request, as: UInt64.self)
            let length = url().map { Self.put($0, at: place + Self.url, limit: Self.urlLimit) } ?? 0
            place.storeBytes(of: length, toByteOffset: Self.urlLength, as: UInt32.self)
        }
        let moduleLength = Self.put(module, at: place + Self.text, limit: Self.moduleLimit)
        let nameLength = Self.put(name, at: place + Self.text + Int(moduleLength), limit: Self.nameLimit)
        place.storeBytes(of: UInt32(kind.rawValue) | moduleLength << 8 | nameLength << 16, as: UInt32.self)
        return slot
    }

    /// Notes that the code of a slot has ended.
    @inline(__always)
    public func end(_ slot: Int?) {
        guard let slot else { return }
        memory.storeBytes(of: 0, toByteOffset: slot * Self.slotSize, as: UInt32.self)
        taken.bitwiseXor(1 << UInt64(slot), ordering: .releasing)
    }

    @inline(__always)
    private func take() -> Int? {
        var seen = taken.load(ordering: .relaxed)
        while case let slot = (~seen).trailingZeroBitCount, slot < Self.slotCount {
            let (isTaken, found) = taken.compareExchange(
                expected: seen, desired: seen | 1 << UInt64(slot), successOrdering: .acquiring,
                failureOrdering: .relaxed)
            if isTaken { return slot }
            seen = found
        }
        return nil
    }

    /// Copies the beginning of a text, and returns the number of its bytes.
    @inline(__always)
    private static func put(_ text: String, at place: UnsafeMutableRawPointer, limit: Int) -> UInt32 {
        let length = text.utf8.withContiguousStorageIfAvailable { bytes in
            let length = min(bytes.count, limit)
            if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: length) }
            return UInt32(length)
        }
        return length ?? 0
    }
}

extension ActivityTable {
    /// Returns the notes in the bytes of a table, which may be damaged.
    public static func activities(in bytes: ArraySlice<UInt8>) -> [Activity] {
        stride(from: bytes.startIndex, through: bytes.endIndex - slotSize, by: slotSize).compactMap { start in
            let slot = bytes[start..<start + slotSize]
            guard let kind = Kind(rawValue: slot[start]) else { return nil }
            func words(_ offset: Int, _ length: UInt8, _ limit: Int) -> String {
                let words = slot[(start + offset)...].prefix(min(Int(length), limit))
                return String(decoding: words, as: UTF8.self) + (words.count == limit ? "…" : "")
            }
            let (module, urlLength) = (slot[start + 1], slot[start + Self.urlLength])
            return Activity(
                kind: kind, module: words(text, module, moduleLimit),
                name: words(text + min(Int(module), moduleLimit), slot[start + 2], nameLimit),
                url: urlLength == 0 ? nil : words(url, urlLength, urlLimit))
        }
    }
}
