import FoundationEssentials
@_spi(Host) import ModuleKit

/// An error is written as JSON, which is fast enough because few requests fail. An error to which callers react keeps
/// its type, and other errors arrive as text.
extension Thrown: FrameValue {
    func write(to frame: inout FrameEncoder) throws {
        let json = try Self.json(self)
        let long = DescribedError(description: "the reason is too long to be shown; shorten it")
        frame.append(json.count <= WireProtocol.recordLimit ? json : try Self.json(Thrown(long)))
    }

    static func read(from frame: inout FrameDecoder) throws -> Thrown {
        let bytes = try frame.data()
        guard bytes.count <= WireProtocol.recordLimit else { throw FrameError.tooLong(bytes: bytes.count) }
        return try FrameDecoder.known(try? JSONDecoder().decode(Thrown.self, from: Data(bytes)))
    }

    /// Returns the JSON of an error, with sorted keys.
    static func json(_ error: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(error))
    }
}

extension RequestError: FrameRecord {
    static let form = FrameForm(nil, { try FrameDecoder.known(($0 as Thrown).error as? RequestError) }) { Thrown($0) }
}

extension PayloadError: FrameRecord {
    static let form = FrameForm(nil, { try FrameDecoder.known(($0 as Thrown).error as? PayloadError) }) { Thrown($0) }
}

extension Request.Stage: FrameRecord {
    static let form = FrameForm(nil) {
        try FrameDecoder.known(Request.Stage(word: $0, subject: $1, module: $2))
    } _: {
        ($0.word, $0.subject, $0.module)
    }
}

extension Origin: FrameChoice {
    static let forms: [FrameForm<Origin>] = [
        FrameForm(0, { .module($0) }) { if case .module(let name) = $0 { name } else { nil } },
        FrameForm(1, .shell), FrameForm(2, .external), FrameForm(3, .elsewhere),
    ]
}

extension Request.Verb: FrameValue {}

extension Duration: FrameRecord {
    /// The longest deadline, in seconds.
    private static let limit = 86_400

    static let form = FrameForm(nil) { (nanoseconds: Int) throws -> Duration in
        guard (0...limit * 1_000_000_000).contains(nanoseconds) else { throw FrameError.malformed }
        return .nanoseconds(nanoseconds)
    } _: { duration in
        let components = min(max(duration, .zero), .seconds(limit)).components
        return Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}

/// A value as JSON.
struct FrameJSON<Value: Codable & Sendable>: FrameValue {
    let value: Value

    init(_ value: Value) { self.value = value }

    func write(to frame: inout FrameEncoder) throws { frame.append(Array(try JSONEncoder().encode(value))) }

    static func read(from frame: inout FrameDecoder) throws -> FrameJSON {
        FrameJSON(try JSONDecoder().decode(Value.self, from: Data(try frame.data())))
    }
}
