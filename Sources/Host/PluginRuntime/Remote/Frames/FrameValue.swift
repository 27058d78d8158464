/// A value that is sent between processes: `read` accepts the fields that `write` writes.
protocol FrameValue: Sendable {
    func write(to frame: inout FrameEncoder) throws
    static func read(from frame: inout FrameDecoder) throws -> Self
}

/// A value that always has the same fields (one form).
protocol FrameRecord: FrameValue {
    static var form: FrameForm<Self> { get }
}

extension FrameRecord {
    func write(to frame: inout FrameEncoder) throws {
        guard try Self.form.write(self, &frame) else { throw FrameError.malformed }
    }

    static func read(from frame: inout FrameDecoder) throws -> Self { try form.read(&frame) }
}

/// A value with a form for each of its cases. A tag before the fields identifies the form.
///
/// Writing a case without a form throws an error; the case is never written as another case.
protocol FrameChoice: FrameValue {
    /// The forms in the order in which they are tried: a value is written in the first form that fits it.
    static var forms: [FrameForm<Self>] { get }
}

extension FrameChoice {
    func write(to frame: inout FrameEncoder) throws {
        for form in Self.forms where try form.write(self, &frame) { return }
        throw FrameError.malformed
    }

    static func read(from frame: inout FrameDecoder) throws -> Self {
        let tag = try frame.tag()
        return try frame.nested(try FrameDecoder.known(forms.first { $0.tag == tag }).read)
    }
}

/// The fields of a value, described once for both directions: one closure creates a value, and one splits a value.
struct FrameForm<Value>: Sendable {
    let tag: UInt8?
    /// Writes the tag and the fields of a value, or returns `false` if it has another form.
    let write: @Sendable (Value, inout FrameEncoder) throws -> Bool
    let read: @Sendable (inout FrameDecoder) throws -> Value

    /// Describes a form. `make` creates a value from its fields. `split` returns the fields; `nil` for another form.
    init<each Field: FrameValue>(
        _ tag: UInt8? = nil, _ make: @escaping @Sendable (repeat each Field) throws -> Value,
        _ split: @escaping @Sendable (Value) throws -> (repeat each Field)?
    ) {
        self.tag = tag
        write = { value, frame in
            guard let fields = try split(value) else { return false }
            if let tag { frame.append(tag: tag) }
            repeat try (each fields).write(to: &frame)
            return true
        }
        read = { frame in try make(repeat try (each Field).read(from: &frame)) }
    }
}

extension FrameForm where Value: Equatable & Sendable {
    /// Describes a value without fields.
    init(_ tag: UInt8, _ value: Value) {
        self.init(tag, { value }) { $0 == value ? () : nil }
    }
}

extension UInt64: FrameValue {
    func write(to frame: inout FrameEncoder) { frame.append(self) }
    static func read(from frame: inout FrameDecoder) throws -> UInt64 { try frame.number() }
}

extension Int: FrameValue {
    func write(to frame: inout FrameEncoder) { frame.append(UInt64(bitPattern: Int64(self))) }
    static func read(from frame: inout FrameDecoder) throws -> Int { Int(truncatingIfNeeded: try frame.number()) }
}

extension Bool: FrameValue {
    func write(to frame: inout FrameEncoder) { frame.append(tag: self ? 1 : 0) }

    static func read(from frame: inout FrameDecoder) throws -> Bool {
        let tag = try frame.tag()
        guard tag <= 1 else { throw FrameError.malformed }
        return tag == 1
    }
}

extension String: FrameValue {
    func write(to frame: inout FrameEncoder) {
        var text = self
        text.withUTF8 { frame.append($0) }
    }

    static func read(from frame: inout FrameDecoder) throws -> String { try frame.text() }
}

/// Bytes, written after their count. An array of bytes would be written as a list of elements.
struct FrameBytes: FrameValue {
    let content: [UInt8]

    init(_ content: [UInt8]) { self.content = content }

    func write(to frame: inout FrameEncoder) { frame.append(content) }
    static func read(from frame: inout FrameDecoder) throws -> FrameBytes { FrameBytes(try frame.data()) }
}

/// A value without fields.
struct FrameNothing: FrameValue {
    func write(to frame: inout FrameEncoder) {}
    static func read(from frame: inout FrameDecoder) -> FrameNothing { FrameNothing() }
}

extension Optional: FrameValue where Wrapped: FrameValue {
    func write(to frame: inout FrameEncoder) throws {
        (self != nil).write(to: &frame)
        try self?.write(to: &frame)
    }

    static func read(from frame: inout FrameDecoder) throws -> Wrapped? {
        try Bool.read(from: &frame) ? try Wrapped.read(from: &frame) : nil
    }
}

extension Array: FrameValue where Element: FrameValue {
    func write(to frame: inout FrameEncoder) throws {
        frame.append(UInt64(count))
        for element in self { try element.write(to: &frame) }
    }

    static func read(from frame: inout FrameDecoder) throws -> [Element] {
        let count = try frame.count()
        // An empty list does not ask the runtime for the type of the array. Many lists of a route are empty.
        if count == 0 { return [] }
        var elements: [Element] = []
        elements.reserveCapacity(Swift.min(count, 1024))
        for _ in 0..<count { elements.append(try Element.read(from: &frame)) }
        return elements
    }
}

/// A dictionary is written as the list of its keys, sorted, and the list of their values.
extension Dictionary: FrameValue where Key == String, Value: FrameValue {
    func write(to frame: inout FrameEncoder) throws {
        let pairs = sorted { $0.key < $1.key }
        try frame.write(pairs.map(\.key))
        try frame.write(pairs.map(\.value))
    }

    static func read(from frame: inout FrameDecoder) throws -> [String: Value] {
        let (keys, values) = (try frame.read([String].self), try frame.read([Value].self))
        guard keys.count == values.count else { throw FrameError.malformed }
        return Dictionary(zip(keys, values)) { first, _ in first }
    }
}

extension FrameValue where Self: RawRepresentable, RawValue == String {
    func write(to frame: inout FrameEncoder) { rawValue.write(to: &frame) }
    static func read(from frame: inout FrameDecoder) throws -> Self {
        try FrameDecoder.known(Self(rawValue: try frame.text()))
    }
}

extension FrameValue where Self: RawRepresentable, RawValue == UInt8 {
    func write(to frame: inout FrameEncoder) { frame.append(tag: rawValue) }
    static func read(from frame: inout FrameDecoder) throws -> Self {
        try FrameDecoder.known(Self(rawValue: try frame.tag()))
    }
}
