/// Reads an image from its beginning to its end, and never beyond it.
struct ImageReader {
    /// The bytes are not those of an image.
    struct Fault: Error {}

    private let content: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        content = bytes
        position = bytes.startIndex
    }

    /// Whether all bytes were read.
    var isAtEnd: Bool { position == content.endIndex }

    mutating func number() throws(Fault) -> Int {
        let place = try take(8).lowerBound - content.startIndex
        return content.withUnsafeBytes {
            Int(Int64(bitPattern: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        }
    }

    mutating func flag() throws(Fault) -> Bool {
        switch content[try take(1).lowerBound] {
        case 0: false
        case 1: true
        default: throw Fault()
        }
    }

    mutating func text() throws(Fault) -> String { String(decoding: try bytes(), as: UTF8.self) }

    mutating func bytes() throws(Fault) -> ArraySlice<UInt8> { content[try take(try number())] }

    mutating func list<Element>(
        _ body: (inout ImageReader) throws(Fault) -> Element
    ) throws(Fault) -> [Element] {
        let count = try number()
        // Each element takes a byte at least: a count that cannot be true takes no memory.
        guard count >= 0, count <= content.endIndex - position else { throw Fault() }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try body(&self)) }
        return elements
    }

    mutating func optional<Value>(
        _ body: (inout ImageReader) throws(Fault) -> Value
    ) throws(Fault) -> Value? {
        try flag() ? try body(&self) : nil
    }

    /// Takes the next bytes, and returns their range.
    private mutating func take(_ count: Int) throws(Fault) -> Range<Int> {
        guard count >= 0, count <= content.endIndex - position else { throw Fault() }
        defer { position += count }
        return position..<position + count
    }
}

/// Writes what an `ImageReader` reads: numbers, texts and lists, one after the other.
struct ImageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: Int) { withUnsafeBytes(of: UInt64(bitPattern: Int64(number))) { bytes += $0 } }

    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func write(_ part: [UInt8]) {
        write(part.count)
        bytes += part
    }

    mutating func write<Element>(_ elements: [Element], _ body: (inout ImageWriter, Element) -> Void) {
        write(elements.count)
        for element in elements { body(&self, element) }
    }

    mutating func write<Value>(_ value: Value?, _ body: (inout ImageWriter, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }
}
