/// The wire protocol between the host and the process of an isolated module, and between the hosts of a fleet
/// (`Documentation/WireProtocol.md`). The two ends of a connection are its sides.
enum WireProtocol {
    /// The version of the protocol. Raise it with each change after which an earlier version cannot read a frame.
    static let version: UInt64 = 5
    /// The descriptor of the socket in the module's process.
    static let descriptor: CInt = 3
    /// The largest frame, in bytes.
    static let frameLimit = 64 << 20
    /// The number of asks that a side may have open at the same time.
    static let openLimit = 4096
    /// The size of all open asks of a side, in bytes.
    static let openBytes = 4 * frameLimit
    /// The largest number of elements in all lists of a frame together. An element takes more memory
    /// than bytes in the frame.
    static let listLimit = 1 << 18
    /// The largest record of a module's log, and the largest error, in bytes.
    static let recordLimit = 1 << 20
    /// The number of a side's pages, streams and detours that the other side may refer to at the same time.
    static let referenceLimit = 1 << 16
    /// The number of iterations over one stream that the other side may have open at the same time.
    static let iterationLimit = 256
}

/// The kind of a frame: its first byte.
enum FrameKind: UInt8 {
    /// A message that expects an answer with the same number.
    case ask = 1
    /// The result of an ask.
    case answer = 2
    /// The error of an ask.
    case failure = 3
    /// The cancellation of an ask. The cancelled ask still gets an answer or a failure.
    case cancel = 4
    /// A message without an answer.
    case notice = 5
}

/// A writer of one frame. Numbers are encoded as LEB128. A text or an array of bytes begins with its length.
struct FrameEncoder {
    /// The size of the head before the frame, in bytes: the packet's kind, which marks a whole frame (`FrameParts`).
    static let headSize = 1

    /// The packet with the whole frame.
    private(set) var bytes: [UInt8]
    /// The numbers of this side's code to which the fields refer.
    var references: [UInt64] = []
    /// The side that writes (a `Peer`). Values that refer to code of this side need it.
    let side: (any AnyObject & Sendable)?
    /// The number of an ask; `nil` for any other frame.
    let ask: UInt64?

    init(_ kind: FrameKind, _ number: UInt64, of side: (any AnyObject & Sendable)? = nil) {
        bytes = []
        self.side = side
        ask = kind == .ask ? number : nil
        bytes.reserveCapacity(512)
        bytes.append(0)
        bytes.append(kind.rawValue)
        append(number)
    }

    /// Begins a document: fields without a head.
    init() {
        bytes = []
        side = nil
        ask = nil
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

    func checkSize() throws(FrameError) {
        guard bytes.count <= WireProtocol.frameLimit else { throw .tooLong(bytes: bytes.count) }
    }
}

/// A reader of one frame. It never reads beyond the frame's end. The bytes are not trusted.
struct FrameDecoder: Sendable {
    /// The side that reads (a `Peer`). Values that refer to code of the other side need it.
    var side: (any AnyObject & Sendable)?
    private let bytes: [UInt8]
    private let listLimit: Int
    private var position = 0
    /// The number of elements in all lists that were read so far.
    private var elementCount = 0
    /// The number of nested choices around the value that is being read.
    private var depth = 0
    private static let depthLimit = 100

    /// Creates a decoder for a frame or a document. `listLimit` is the largest number of elements in all its lists.
    init(_ bytes: [UInt8], listLimit: Int = WireProtocol.listLimit) {
        self.bytes = bytes
        self.listLimit = listLimit
    }

    /// The size of the whole frame in bytes.
    var size: Int { bytes.count }

    /// Whether all bytes were read.
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

    /// Reads the next byte.
    mutating func tag() throws(FrameError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func text() throws(FrameError) -> String {
        let range = try take()
        guard let text = try? UTF8Span(validating: bytes.span.extracting(range)) else { throw .malformed }
        return String(copying: text)
    }

    mutating func data() throws(FrameError) -> [UInt8] { Array(bytes[try take()]) }

    mutating func read<Value: FrameValue>(_: Value.Type = Value.self) throws -> Value { try Value.read(from: &self) }

    /// Reads a value that may contain values of the same type (`FrameChoice`). Throws if too many are nested.
    mutating func nested<Value>(_ read: (inout FrameDecoder) throws -> Value) throws -> Value {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw FrameError.malformed }
        return try read(&self)
    }

    /// Reads the number of elements of a list. An element takes at least one byte, so an impossible number is refused
    /// before memory is reserved.
    mutating func count() throws(FrameError) -> Int {
        let count = try number()
        guard count <= bytes.count - position else { throw .truncated }
        elementCount += Int(count)
        guard elementCount <= listLimit else { throw .tooMany(elements: elementCount) }
        return Int(count)
    }

    /// Unwraps a decoded value. Throws if it is `nil`: the bytes do not encode a known value.
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

/// The reason why bytes are not a frame.
enum FrameError: Error, Equatable, CustomStringConvertible {
    /// The frame ends before its last field.
    case truncated
    /// A field does not have a value of its kind.
    case malformed
    /// The frame is longer than the limit.
    case tooLong(bytes: Int)
    /// The lists of the frame have more elements than the limit.
    case tooMany(elements: Int)
    /// The other side speaks another version of the protocol.
    case version(found: UInt64)

    var description: String {
        switch self {
        case .truncated: "a frame ends too early; rebuild the module's process and the host from one version"
        case .malformed: "a frame cannot be read; rebuild the module's process and the host from one version"
        case .version(let found):
            "the host speaks version \(found) of the protocol, and the module's process version "
                + "\(WireProtocol.version); "
                + "use the host's own executable"
        case .tooMany(let elements):
            "the lists of a message have \(elements) elements, but the limit is \(WireProtocol.listLimit)"
                + "; "
                + "send them in parts"
        case .tooLong(let bytes):
            "a message has \(bytes) bytes, but the limit is \(WireProtocol.frameLimit); send it in parts"
        }
    }
}
