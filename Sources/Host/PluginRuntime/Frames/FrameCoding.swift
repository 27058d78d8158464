/// The wire protocol between the host and the process of an isolated module (`Documentation/WireProtocol.md`).
enum WireProtocol {
    /// Changed when a side would not understand the other any more.
    static let version: UInt64 = 2
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

/// Writes one frame: numbers as LEB128, texts and bytes behind their length.
struct FrameEncoder {
    /// The size of what is in front of the frame: the kind of a packet that holds all of it.
    static let headSize = 1

    /// A packet with the whole frame.
    private(set) var bytes: [UInt8]
    /// The references to code of this side among the fields.
    var references: [UInt64] = []
    /// The side that writes, for values that refer to its code.
    let side: (any AnyObject & Sendable)?

    /// Begins a frame.
    init(_ kind: FrameKind, _ number: UInt64, of side: (any AnyObject & Sendable)? = nil) {
        bytes = []
        self.side = side
        bytes.reserveCapacity(512)
        bytes.append(0)
        bytes.append(kind.rawValue)
        append(number)
    }

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(tag: UInt8) { bytes.append(tag) }

    mutating func append(_ content: some Collection<UInt8>) {
        append(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func write(_ value: some FrameValue) throws { try value.write(to: &self) }

    /// Checks that the frame may be sent.
    func checkSize() throws(FrameError) {
        guard bytes.count <= WireProtocol.frameLimit else { throw .tooLong(bytes: bytes.count) }
    }
}

/// Reads one frame from its beginning to its end, and never beyond it; the bytes may be any.
struct FrameDecoder: Sendable {
    /// The side that reads, for values that refer to code of the other one.
    var side: (any AnyObject & Sendable)?
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

    /// The next byte.
    mutating func tag() throws(FrameError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func text() throws(FrameError) -> String {
        let range = try take()
        let text = bytes.withUnsafeBufferPointer { String(validating: $0[range], as: UTF8.self) }
        return try Self.known(text)
    }

    mutating func data() throws(FrameError) -> [UInt8] { Array(bytes[try take()]) }

    mutating func read<Value: FrameValue>(_: Value.Type = Value.self) throws -> Value { try Value.read(from: &self) }

    /// The number of elements of a list, each of which takes a byte at least: a count that cannot be true takes no memory.
    mutating func count() throws(FrameError) -> Int {
        let count = try number()
        guard count <= bytes.count - position else { throw .truncated }
        elementCount += Int(count)
        guard elementCount <= WireProtocol.listLimit else { throw .tooMany(elements: elementCount) }
        return Int(count)
    }

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
