/// Reads an image from its beginning to its end, and never beyond it.
struct ImageReader {
    /// The bytes are not those of an image.
    struct Fault: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() throws(Fault) -> Int {
        let part = try take(8)
        return part.withUnsafeBytes { Int(Int64(bitPattern: $0.loadUnaligned(as: UInt64.self))) }
    }

    mutating func flag() throws(Fault) -> Bool {
        switch try take(1).first {
        case 0: false
        case 1: true
        default: throw Fault()
        }
    }

    mutating func text() throws(Fault) -> String { String(decoding: try bytes(), as: UTF8.self) }

    mutating func bytes() throws(Fault) -> ArraySlice<UInt8> { try take(try number()) }

    mutating func list<Element>(
        _ body: (inout ImageReader) throws(Fault) -> Element
    ) throws(Fault) -> [Element] {
        let count = try number()
        // Each element takes a byte at least: a count that cannot be true takes no memory.
        guard count >= 0, count <= rest.count else { throw Fault() }
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

    private mutating func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw Fault() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
