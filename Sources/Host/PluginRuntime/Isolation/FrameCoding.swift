/// The wire protocol between the host and the process of an isolated module (`Documentation/WireProtocol.md`).
enum WireProtocol {
    /// Changed when a side would not understand the other any more.
    static let version: UInt64 = 1
    /// The descriptor of the socket in the module's process.
    static let descriptor: CInt = 3
    /// The largest frame, in bytes.
    static let frameLimit = 64 << 20
    /// How many requests a side may have open at once.
    static let openLimit = 4096
    /// How many bytes these may have in all.
    static let openBytes = 4 * frameLimit
    /// How many elements the lists of a frame may have in all: each takes more memory than it has bytes.
    static let listLimit = 1 << 16
    /// The largest record of a module's log, and the largest error, in bytes.
    static let recordLimit = 1 << 20
    /// How many pages, streams and detours of a side the other one may refer to at once.
    static let referenceLimit = 1 << 16
    /// How many iterations of a stream the other side may have open at once.
    static let iterationLimit = 256
}

/// The kind of a frame: its first byte.
enum FrameKind: UInt8 {
    /// A side asks for something; the number names the answer.
    case ask = 1
    /// The result of an ask.
    case answer = 2
    /// The reason why an ask has no result.
    case failure = 3
    /// The side that asked gives up; there is an answer or a failure all the same.
    case cancel = 4
    /// A message without an answer.
    case notice = 5
}

/// What a side asks of the other.
enum Method: UInt8 {
    // The host asks the module's process.
    case load = 1, start, stop, route, interceptor, outcome, subscription, progress
    // The module's process asks the host.
    case conclude = 32, canOpen, labelledRoutes, publish, webService, redeclare
    // Either asks for the code of the other that a value refers to.
    case message = 64, nextElement, resume
}

/// What a side tells the other.
enum Notice: UInt8 {
    /// The module may ask for nothing any more.
    case invalidate = 1
    /// A record of the module's log.
    case log
    /// Names whose values no message shows.
    case redact
    /// New elements of a live page.
    case elements
    /// A reference to code of the other side is not used any more.
    case release
    /// An iteration of a stream has ended.
    case endIteration
}

/// Writes one frame: numbers as LEB128, texts and bytes behind their length.
struct FrameEncoder {
    /// The size of what is in front of the frame: the kind of a packet that holds all of it.
    static let headSize = 1

    /// A packet with the whole frame.
    private(set) var bytes: [UInt8]
    /// The references to code of this side among the fields.
    var references: [UInt64] = []

    /// Begins a frame.
    init(_ kind: FrameKind, _ number: UInt64) {
        bytes = []
        bytes.reserveCapacity(512)
        bytes.append(0)
        bytes.append(kind.rawValue)
        write(number)
    }

    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }

    mutating func write(tag: UInt8) { bytes.append(tag) }

    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    mutating func write(_ content: some Collection<UInt8>) {
        write(content.count)
        bytes.append(contentsOf: content)
    }

    mutating func write<Value>(
        _ value: Value?, _ body: (inout FrameEncoder, Value) throws -> Void
    ) rethrows {
        write(value != nil)
        if let value { try body(&self, value) }
    }

    mutating func write<Element>(
        list: some Collection<Element>, _ body: (inout FrameEncoder, Element) throws -> Void
    ) rethrows {
        write(list.count)
        for element in list { try body(&self, element) }
    }

    mutating func write(_ text: String?) { write(text) { $0.write($1) } }

    mutating func write(list texts: [String]) { write(list: texts) { $0.write($1) } }

    /// Checks that the frame may be sent.
    func checkSize() throws(FrameError) {
        guard bytes.count <= WireProtocol.frameLimit else { throw .tooLong(bytes: bytes.count) }
    }
}

/// Reads one frame from its beginning to its end, and never beyond it; the bytes may be any.
struct FrameDecoder: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    /// How many elements the lists have that were read so far.
    private var elementCount = 0

    /// Reads the bytes of a frame.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The size of the whole frame in bytes.
    var size: Int { bytes.count }

    /// Whether everything was read.
    var isAtEnd: Bool { position == bytes.count }

    mutating func kind() throws(FrameError) -> FrameKind { try Self.known(FrameKind(rawValue: try tag())) }

    mutating func number() throws(FrameError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try tag()
            let part = UInt64(byte & 0x7F)
            guard shift < 63 || part <= 1 else { throw .malformed }
            number |= part << shift
            if byte < 0x80 { return number }
        }
        throw .malformed
    }

    mutating func integer() throws(FrameError) -> Int { Int(truncatingIfNeeded: try number()) }

    /// The next byte.
    mutating func tag() throws(FrameError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() throws(FrameError) -> Bool {
        switch try tag() {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    mutating func text() throws(FrameError) -> String {
        let range = try take()
        let text = bytes.withUnsafeBufferPointer { String(validating: $0[range], as: UTF8.self) }
        guard let text else { throw .malformed }
        return text
    }

    mutating func data() throws(FrameError) -> [UInt8] { Array(bytes[try take()]) }

    mutating func optional<Value>(_ body: (inout FrameDecoder) throws -> Value) throws -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func optionalText() throws(FrameError) -> String? {
        try flag() ? try text() : nil
    }

    /// A list, each of whose elements takes a byte at least: a count that cannot be true takes no memory.
    mutating func list<Element>(_ body: (inout FrameDecoder) throws -> Element) throws -> [Element] {
        let count = try number()
        guard count <= bytes.count - position else { throw FrameError.truncated }
        elementCount += Int(count)
        guard elementCount <= WireProtocol.listLimit else { throw FrameError.tooMany(elements: elementCount) }
        var elements: [Element] = []
        elements.reserveCapacity(min(Int(count), 1024))
        for _ in 0..<count { elements.append(try body(&self)) }
        return elements
    }

    mutating func texts() throws -> [String] { try list { try $0.text() } }

    /// A value that the byte before it must name.
    static func known<Value>(_ value: Value?) throws(FrameError) -> Value {
        guard let value else { throw .malformed }
        return value
    }

    private mutating func take() throws(FrameError) -> Range<Int> {
        let count = try number()
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += Int(count) }
        return position..<position + Int(count)
    }
}

/// The reason why bytes are no frame.
enum FrameError: Error, Equatable {
    /// It ends before its last field.
    case truncated
    /// A field holds no value of its kind.
    case malformed
    /// It is longer than any frame may be.
    case tooLong(bytes: Int)
    /// Its lists have more elements than those of any may have.
    case tooMany(elements: Int)
    /// The other side speaks another version of the protocol.
    case version(found: UInt64)
}

extension FrameError: CustomStringConvertible {
    var description: String {
        switch self {
        case .truncated: "a frame ends too early; rebuild the module's process and the host from one version"
        case .malformed: "a frame cannot be read; rebuild the module's process and the host from one version"
        case .version(let found):
            "its process speaks version \(found) of the protocol, expected \(WireProtocol.version); use the host's own"
        case .tooMany(let elements):
            "the lists of a message have \(elements) elements, \(WireProtocol.listLimit) at most pass between processes; "
                + "send them in parts"
        case .tooLong(let bytes):
            "a message has \(bytes) bytes, \(WireProtocol.frameLimit) at most pass between processes; send it in parts"
        }
    }
}
