import FoundationEssentials
@_spi(Host) import ModuleKit

/// The parts of requests, and errors.
extension FrameEncoder {
    mutating func write(_ verb: Request.Verb) { write(verb == .call) }

    mutating func write(_ origin: Origin) {
        switch origin {
        case .module(let name):
            write(tag: 0)
            write(name)
        case .shell: write(tag: 1)
        case .external: write(tag: 2)
        // An origin that this side does not know has no more rights than an outsider.
        @unknown default: write(tag: 2)
        }
    }

    mutating func write(_ stage: Request.Stage) {
        write(stage.word)
        write(stage.subject)
        write(stage.module)
    }

    /// Writes an error as JSON: few requests fail.
    mutating func write(error: any Error) {
        let bytes = Self.json(Thrown(error))
        let long = DescribedError(description: "the reason is too long to be shown; shorten it")
        write(bytes.count <= WireProtocol.recordLimit ? bytes : Self.json(Thrown(long)))
    }

    mutating func write(_ error: PayloadError) { write(Self.json(error)) }

    /// The JSON of an error, with its keys in order; errors are made of texts and numbers, which have one.
    static func json(_ error: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(error)).map(Array.init) ?? []
    }
}

extension FrameDecoder {
    mutating func verb() throws -> Request.Verb { try flag() ? .call : .open }

    mutating func origin() throws -> Origin {
        switch try tag() {
        case 0: .module(try text())
        case 1: .shell
        case 2: .external
        default: throw FrameError.malformed
        }
    }

    mutating func stage() throws -> Request.Stage {
        try Self.known(
            Request.Stage(word: try text(), subject: try optionalText(), module: try optionalText()))
    }

    mutating func error() throws(FrameError) -> any Error { try json(Thrown.self).error }

    mutating func requestError() throws(FrameError) -> RequestError {
        try Self.known(try error() as? RequestError)
    }

    mutating func payloadError() throws(FrameError) -> PayloadError { try json(PayloadError.self) }

    private mutating func json<Value: Decodable>(_ type: Value.Type) throws(FrameError) -> Value {
        let bytes = try data()
        guard bytes.count <= WireProtocol.recordLimit else { throw .tooLong(bytes: bytes.count) }
        return try Self.known(try? JSONDecoder().decode(type, from: Data(bytes)))
    }
}
