import Synchronization

/// A record of the module code that runs now. The record survives a crash of the process.
///
/// The host maps the memory to a file. Each entry is called a note: the table writes the note when code begins to run,
/// and clears the note when the code ends. Writing a note takes no lock, no system call and no allocation. If no slot
/// is free, code runs without a note. The table is safe to use from any thread.
@_spi(Host) public final class ActivityTable: Sendable {
    /// The kind of code that runs.
    @frozen public enum Kind: UInt8, Sendable {
        case handler = 1
        case interceptor, subscriber, load, start, stop
    }

    /// A note as read from the table of this process, or from the file of a process that has ended.
    public struct Activity: Sendable, Equatable {
        /// The kind of the code.
        public let kind: Kind
        /// The module of the code.
        public let module: String
        /// The name of the route, interceptor or event; empty for a start, a stop or a load.
        public let name: String
        /// The caller's URL without sensitive values; `nil` without a URL.
        public let url: String?
        /// Whether the code cannot suspend and therefore holds its thread.
        public let holdsThread: Bool

        static let oneOfMany = "(one of many)"

        /// Whether the note names its code; `false` if the table of names was full when the code got its number.
        public var isNamed: Bool { name != Self.oneOfMany }
    }

    /// The size of a table in bytes.
    public static let size = ActivityLayout.size

    /// Safe to share: only the code that has taken a slot writes to that slot, and the memory is never freed.
    nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    /// A bit for each slot that is taken.
    private let taken = Atomic<UInt64>(0)
    /// A bit for each slot whose code was abandoned.
    let left = Atomic<UInt64>(0)
    private let names = Atomic<Int>(0)
    let observer = Mutex(AbandonedCodeObserver())

    /// Creates a table.
    ///
    /// - Parameter memory: `size` bytes, all zero, which are valid until the process ends.
    public init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    /// Writes the note of code that begins to run and has no number from `number(_:of:_:)`.
    ///
    /// - Returns: the slot, for `end(_:)`; `nil` if no slot is free.
    public func begin(_ kind: Kind, of module: String, _ name: String = "") -> Int? {
        guard let slot = take() else { return nil }
        let place = memory + slot * ActivityLayout.slotSize
        place.storeBytes(of: 0, toByteOffset: ActivityLayout.request, as: UInt64.self)
        place.storeBytes(of: 0, toByteOffset: ActivityLayout.urlLength, as: UInt32.self)
        ActivityLayout.write(kind, module, name, at: place + ActivityLayout.ownName)
        place.storeBytes(of: UInt32(kind.rawValue), as: UInt32.self)
        return slot
    }

    /// Writes the note of code that begins to run for a request.
    ///
    /// - Parameters:
    ///   - number: the result of `number(_:of:_:)`.
    ///   - url: a closure that passes the redacted URL to its argument, and returns the argument's result. The closure
    ///     is called only if the slot's previous note was for another request.
    /// - Returns: the slot, for `end(_:)`; `nil` if no slot is free.
    @inline(__always)
    func begin(_ number: UInt32, holdsThread: Bool, request: UInt64, url: ((String) -> Int) -> Int) -> Int? {
        guard let slot = take() else { return nil }
        let place = memory + slot * ActivityLayout.slotSize
        if place.load(fromByteOffset: ActivityLayout.request, as: UInt64.self) != request {
            place.storeBytes(of: request, toByteOffset: ActivityLayout.request, as: UInt64.self)
            let length = url {
                ActivityLayout.put(
                    $0, at: place + ActivityLayout.url, limit: ActivityLayout.ownName - ActivityLayout.url)
            }
            place.storeBytes(of: UInt32(length), toByteOffset: ActivityLayout.urlLength, as: UInt32.self)
        }
        place.storeBytes(of: holdsThread ? number | ActivityLayout.holdsThread : number, as: UInt32.self)
        return slot
    }

    /// Enters code into the table of names. Returns the code's number, to be used for each note of the code.
    @inline(never)
    func number(_ kind: Kind, of module: String, _ name: String) -> UInt32 {
        // Once the table of names is full, all further code shares the last number.
        let number = min(names.add(1, ordering: .relaxed).oldValue, ActivityLayout.nameCount - 1)
        let isLast = number == ActivityLayout.nameCount - 1
        let place = memory + ActivityLayout.slotCount * ActivityLayout.slotSize + number * ActivityLayout.nameSize
        ActivityLayout.write(kind, isLast ? "a module" : module, isLast ? Activity.oneOfMany : name, at: place)
        return UInt32(number) | ActivityLayout.isNumbered
    }

    /// Clears the note in a slot after its code has ended.
    @inline(__always)
    public func end(_ slot: Int?) {
        guard let slot else { return }
        let bit: UInt64 = 1 << UInt64(slot)
        memory.storeBytes(of: 0, toByteOffset: slot * ActivityLayout.slotSize, as: UInt32.self)
        taken.bitwiseXor(bit, ordering: .sequentiallyConsistent)
        // The load of `left` must follow the store of the 0. Then either this thread sees the bit in `left`, or the
        // thread that sets that bit sees that the code has ended.
        if left.load(ordering: .sequentiallyConsistent) & bit != 0 { settle(slot) }
    }

    @inline(__always)
    private func take() -> Int? {
        var seen = taken.load(ordering: .relaxed)
        while case let slot = (~seen).trailingZeroBitCount, slot < ActivityLayout.slotCount {
            let (isTaken, found) = taken.compareExchange(
                expected: seen, desired: seen | 1 << UInt64(slot), successOrdering: .acquiring,
                failureOrdering: .relaxed)
            if isTaken { return slot }
            seen = found
        }
        return nil
    }

    /// Returns the note of the code in a slot; `nil` if the slot is free.
    public func running(_ slot: Int) -> Activity? {
        ActivityLayout.activity(slot, in: UnsafeRawBufferPointer(start: memory, count: Self.size))
    }

    /// The notes of all running code.
    public var running: [Activity] { (0..<ActivityLayout.slotCount).compactMap(running) }

    /// Returns the notes in the bytes of a table, which may be damaged.
    public static func activities(in bytes: ArraySlice<UInt8>) -> [Activity] {
        guard bytes.count >= size else { return [] }
        return bytes.withUnsafeBytes { memory in
            (0..<ActivityLayout.slotCount).compactMap { ActivityLayout.activity($0, in: memory) }
        }
    }
}
