import Synchronization

/// The code of modules that runs now, in memory that the host maps to a file: the file outlives a crash of the process.
///
/// A note is a few plain stores into a slot that the code has for itself: no lock, no system call, no allocation. Code
/// that finds no free slot runs without a note. Use it from any thread.
@_spi(Host) public final class ActivityTable: Sendable {
    /// The kind of code that runs.
    @frozen public enum Kind: UInt8, Sendable {
        case handler = 1
        case interceptor, subscriber, load, start, stop
    }

    /// A note, as it is read from the memory, perhaps of a process that is no more.
    public struct Activity: Sendable, Equatable {
        /// The kind of the code.
        public let kind: Kind
        /// The module of the code.
        public let module: String
        /// The name of the route, interceptor or event; empty for a step of the module's life.
        public let name: String
        /// The caller's URL without sensitive values; `nil` if there is none.
        public let url: String?
        /// Whether the code cannot suspend, so that it holds its thread.
        public let holdsThread: Bool

        fileprivate static let oneOfMany = "(one of many)"

        /// Whether the note has the names of the code, for which the table may have no room.
        public var isNamed: Bool { name != Self.oneOfMany }
    }

    /// Code that its caller has left behind, or whose end follows.
    public struct AbandonedCode: Sendable {
        /// The number of the place that the code has as long as it runs.
        public let slot: Int
        /// The note of the code.
        public let activity: Activity
        /// Whether the code ends now.
        public let hasEnded: Bool
    }

    /// The size of a table in bytes.
    public static let size = slotCount * slotSize + nameCount * nameSize

    private static let slotCount = 64
    // A slot: the head, the length of the URL, the request's number, the URL, a name.
    private static let slotSize = 256
    // Each is a constant: the parts of a tuple would be made at the first use, and looked for at each.
    private static let urlLength = 4
    private static let request = 8
    private static let url = 16
    private static let ownName = 128
    // A name: the kind, the lengths of module and name, their texts. A slot has the number of one, or one of its own.
    private static let nameCount = 1_024
    private static let nameSize = 128
    private static let module = 4
    private static let name = 44
    private static let isNumbered: UInt32 = 1 << 30
    private static let holdsThread: UInt32 = 1 << 31

    /// A slot is written by the code that has taken it and by no other; the memory is never freed.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    /// A bit for each slot that is taken.
    private let taken = Atomic<UInt64>(0)
    /// A bit for each slot whose code was left behind.
    private let left = Atomic<UInt64>(0)
    private let names = Atomic<Int>(0)
    private let observer = Mutex(Observer())

    private struct Observer {
        var body: (@Sendable (AbandonedCode) -> Void)?
        /// The code that was left behind and whose end was not told, by its slot.
        var told: [Int: (activity: Activity, head: UInt32, request: UInt64)] = [:]

        mutating func tellEnd(of slot: Int) {
            guard let code = told.removeValue(forKey: slot) else { return }
            body?(AbandonedCode(slot: slot, activity: code.activity, hasEnded: true))
        }
    }

    /// Creates a table.
    ///
    /// - Parameter memory: as many bytes as `size`, all zero, which stay until the process ends.
    public init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    /// Notes that code begins to run that has no number.
    ///
    /// - Returns: the slot, for `end(_:)`; `nil` if none is free.
    public func begin(_ kind: Kind, of module: String, _ name: String = "") -> Int? {
        guard let slot = take() else { return nil }
        let place = memory + slot * Self.slotSize
        place.storeBytes(of: 0, toByteOffset: Self.request, as: UInt64.self)
        place.storeBytes(of: 0, toByteOffset: Self.urlLength, as: UInt32.self)
        Self.write(kind, module, name, at: place + Self.ownName)
        place.storeBytes(of: UInt32(kind.rawValue), as: UInt32.self)
        return slot
    }

    /// Notes that code begins to run for a request.
    ///
    /// - Parameters:
    ///   - number: the result of `number(_:of:_:)`.
    ///   - url: gives the URL to show to a closure, once for a request as long as it keeps its slot, and returns its
    ///     result.
    /// - Returns: the slot, for `end(_:)`; `nil` if none is free.
    @inline(__always)
    func begin(_ number: UInt32, holdsThread: Bool, request: UInt64, url: ((String) -> Int) -> Int) -> Int? {
        guard let slot = take() else { return nil }
        let place = memory + slot * Self.slotSize
        if place.load(fromByteOffset: Self.request, as: UInt64.self) != request {
            place.storeBytes(of: request, toByteOffset: Self.request, as: UInt64.self)
            let length = url { Self.put($0, at: place + Self.url, limit: Self.ownName - Self.url) }
            place.storeBytes(of: UInt32(length), toByteOffset: Self.urlLength, as: UInt32.self)
        }
        place.storeBytes(of: holdsThread ? number | Self.holdsThread : number, as: UInt32.self)
        return slot
    }

    /// Returns the number of code for its notes, which its owner keeps.
    @inline(never)
    func number(_ kind: Kind, of module: String, _ name: String) -> UInt32 {
        // The last name is for all that comes later.
        let number = min(names.add(1, ordering: .relaxed).oldValue, Self.nameCount - 1)
        let isLast = number == Self.nameCount - 1
        let place = memory + Self.slotCount * Self.slotSize + number * Self.nameSize
        Self.write(kind, isLast ? "a module" : module, isLast ? Activity.oneOfMany : name, at: place)
        return UInt32(number) | Self.isNumbered
    }

    /// Notes that the code of a slot has ended.
    @inline(__always)
    public func end(_ slot: Int?) {
        guard let slot else { return }
        let bit: UInt64 = 1 << UInt64(slot)
        memory.storeBytes(of: 0, toByteOffset: slot * Self.slotSize, as: UInt32.self)
        taken.bitwiseXor(bit, ordering: .sequentiallyConsistent)
        // Behind the store: either this thread finds the bit, or the thread that sets it finds that the code has ended.
        if left.load(ordering: .sequentiallyConsistent) & bit != 0 { settle(slot) }
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

    private static func write(_ kind: Kind, _ module: String, _ name: String, at place: UnsafeMutableRawPointer) {
        let moduleLength = put(module, at: place + Self.module, limit: Self.name - Self.module)
        let nameLength = put(name, at: place + Self.name, limit: nameSize - Self.name)
        let head = UInt32(kind.rawValue) | UInt32(moduleLength) << 8 | UInt32(nameLength) << 16
        place.storeBytes(of: head, as: UInt32.self)
    }

    /// Copies the beginning of a text, and returns the number of its bytes.
    @inline(__always)
    private static func put(_ text: String, at place: UnsafeMutableRawPointer, limit: Int) -> Int {
        let length = text.utf8.withContiguousStorageIfAvailable { bytes in
            let length = min(bytes.count, limit)
            if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: length) }
            return length
        }
        return length ?? 0
    }
}

/// Code that its caller has left behind and that still runs.
extension ActivityTable {
    /// Sets the closure that is told of code that is left behind, and of its end; it returns at once.
    ///
    /// It runs under a lock, so that the end of code follows its leaving, and may not use the table itself.
    public func observeLeftCode(_ body: @escaping @Sendable (AbandonedCode) -> Void) {
        observer.withLock { $0.body = body }
    }

    /// Notes that the code of a slot was left behind.
    public func leave(_ slot: Int?) {
        guard let slot else { return }
        observer.withLock { observer in
            let (head, request) = identity(slot)
            guard let activity = running(slot) else { return }
            if let told = observer.told[slot] {
                if (told.head, told.request) == (head, request) { return }
                observer.tellEnd(of: slot)
            }
            let bit: UInt64 = 1 << UInt64(slot)
            left.bitwiseOr(bit, ordering: .sequentiallyConsistent)
            guard identity(slot) == (head, request) else {
                left.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
                return
            }
            observer.told[slot] = (activity, head, request)
            observer.body?(AbandonedCode(slot: slot, activity: activity, hasEnded: false))
        }
    }

    /// Notes that the code of a request was left behind.
    func leave(request: UInt64) {
        for slot in 0..<Self.slotCount where identity(slot).request == request { leave(slot) }
    }

    /// Notes that a module's code of a kind, or all of it, was left behind.
    public func leave(_ kind: Kind?, of module: String) {
        for slot in 0..<Self.slotCount {
            guard let activity = running(slot), activity.module == module else { continue }
            if kind ?? activity.kind == activity.kind { leave(slot) }
        }
    }

    /// The code that holds a thread in each slot, as two numbers that do not change while it runs; `nil` for other
    /// slots.
    public var heldThreads: [[UInt64]?] {
        (0..<Self.slotCount).map { slot in
            let (head, request) = identity(slot)
            return head & Self.holdsThread != 0 ? [UInt64(head), request] : nil
        }
    }

    private func identity(_ slot: Int) -> (head: UInt32, request: UInt64) {
        let place = memory + slot * Self.slotSize
        let head = place.load(as: UInt32.self)
        return (head, head == 0 ? 0 : place.load(fromByteOffset: Self.request, as: UInt64.self))
    }

    /// Tells the end of the code that was left behind in a slot, unless the next code there was left, too.
    @inline(never)
    private func settle(_ slot: Int) {
        observer.withLock { observer in
            if let told = observer.told[slot], (told.head, told.request) == identity(slot) { return }
            observer.tellEnd(of: slot)
            left.bitwiseAnd(~(1 << UInt64(slot)), ordering: .sequentiallyConsistent)
        }
    }

    /// Returns the note of the code in a slot; `nil` if there is none.
    public func running(_ slot: Int) -> Activity? {
        Self.activity(slot, in: UnsafeRawBufferPointer(start: memory, count: Self.size))
    }

    /// The notes of all code that runs.
    public var running: [Activity] { (0..<Self.slotCount).compactMap(running) }

    /// Returns the notes in the bytes of a table, which may be damaged.
    public static func activities(in bytes: ArraySlice<UInt8>) -> [Activity] {
        guard bytes.count >= size else { return [] }
        return bytes.withUnsafeBytes { memory in (0..<slotCount).compactMap { activity($0, in: memory) } }
    }

    private static func activity(_ slot: Int, in memory: UnsafeRawBufferPointer) -> Activity? {
        let start = slot * slotSize
        let head = memory.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        guard head != 0 else { return nil }
        let number = min(Int(head & 0xFFFF), nameCount - 1)
        let place = head & isNumbered != 0 ? slotCount * slotSize + number * nameSize : start + ownName
        guard let kind = Kind(rawValue: memory[place]) else { return nil }
        func text(_ offset: Int, _ length: Int, _ limit: Int) -> String {
            let bytes = memory[offset..<offset + min(length, limit)]
            return String(decoding: bytes, as: UTF8.self) + (bytes.count == limit ? "…" : "")
        }
        let length = Int(memory.loadUnaligned(fromByteOffset: start + urlLength, as: UInt32.self))
        return Activity(
            kind: kind, module: text(place + module, Int(memory[place + 1]), name - module),
            name: text(place + name, Int(memory[place + 2]), nameSize - name),
            url: length == 0 ? nil : text(start + url, length, ownName - url), holdsThread: head & holdsThread != 0)
    }
}
