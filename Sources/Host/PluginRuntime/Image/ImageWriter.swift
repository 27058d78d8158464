/// Writes what an `ImageReader` reads: numbers, texts and lists, one behind the other.
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
