/// The binary layout of an `ActivityTable`: first the slots, then the table of names.
///
/// After a crash, another process reads the table.
enum ActivityLayout {
    static let size = slotCount * slotSize + nameCount * nameSize

    static let slotCount = 64
    // A slot consists of the head, the length of the URL, the request's number, the URL, and a name entry. A free slot
    // has the head 0. Any other head is the code's kind or, with the bit `isNumbered`, the index of a name entry.
    static let slotSize = 256
    // The constants are not one tuple, because Swift would initialize a tuple lazily, with a check at each use.
    static let urlLength = 4
    static let request = 8
    static let url = 16
    static let ownName = 128
    // A name entry consists of the code's kind, the lengths of the module's name and of the code's name, and both
    // texts. A slot contains its own name entry, or refers to one in the table of names.
    static let nameCount = 1_024
    static let nameSize = 128
    static let module = 4
    static let name = 44
    static let isNumbered: UInt32 = 1 << 30
    static let holdsThread: UInt32 = 1 << 31

    static func write(_ kind: ActivityTable.Kind, _ module: String, _ name: String, at place: UnsafeMutableRawPointer) {
        let moduleLength = put(module, at: place + Self.module, limit: Self.name - Self.module)
        let nameLength = put(name, at: place + Self.name, limit: nameSize - Self.name)
        let head = UInt32(kind.rawValue) | UInt32(moduleLength) << 8 | UInt32(nameLength) << 16
        place.storeBytes(of: head, as: UInt32.self)
    }

    /// Copies as much of a text as fits into `limit` bytes, and returns the number of copied bytes.
    @inline(__always)
    static func put(_ text: String, at place: UnsafeMutableRawPointer, limit: Int) -> Int {
        let length = text.utf8.withContiguousStorageIfAvailable { bytes in
            let length = min(bytes.count, limit)
            if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: length) }
            return length
        }
        return length ?? 0
    }

    /// Returns the note in a slot, or `nil` if the slot is free. The bytes may be damaged, so lengths are limited.
    static func activity(_ slot: Int, in memory: UnsafeRawBufferPointer) -> ActivityTable.Activity? {
        let start = slot * slotSize
        let head = memory.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        guard head != 0 else { return nil }
        let number = min(Int(head & 0xFFFF), nameCount - 1)
        let place = head & isNumbered != 0 ? slotCount * slotSize + number * nameSize : start + ownName
        guard let kind = ActivityTable.Kind(rawValue: memory[place]) else { return nil }
        func text(_ offset: Int, _ length: Int, _ limit: Int) -> String {
            let bytes = memory[offset..<offset + min(length, limit)]
            return String(decoding: bytes, as: UTF8.self) + (bytes.count == limit ? "…" : "")
        }
        let length = Int(memory.loadUnaligned(fromByteOffset: start + urlLength, as: UInt32.self))
        return ActivityTable.Activity(
            kind: kind, module: text(place + module, Int(memory[place + 1]), name - module),
            name: text(place + name, Int(memory[place + 2]), nameSize - name),
            url: length == 0 ? nil : text(start + url, length, ownName - url), holdsThread: head & holdsThread != 0)
    }
}
