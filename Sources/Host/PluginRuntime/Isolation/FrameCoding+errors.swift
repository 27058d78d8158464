@_spi(Host) import ModuleKit

/// An error of code in another process, in its words.
struct DescribedError: Error, CustomStringConvertible {
    let description: String
}

/// Errors on which callers act keep their type; any other one arrives with its words.
extension FrameEncoder {
    mutating func write(error: any Error) {
        switch error {
        case let error as RequestError:
            write(tag: 1)
            write(error)
        case is CancellationError: write(tag: 2)
        case let error as ParametersError:
            write(tag: 3)
            write(list: error.faults) { $0.write($1) }
            write(error.isComplete)
        case let error as ParameterError:
            write(tag: 4)
            write(error)
        case let error as PayloadError:
            write(tag: 5)
            write(error)
        default:
            write(tag: 0)
            write(RequestError.words(error))
        }
    }

    mutating func put(_ tag: UInt8, _ texts: String?...) {
        write(tag: tag)
        for text in texts { write(text ?? "") }
    }

    mutating func write(_ error: PayloadError) {
        switch error {
        case .invalidJSON(let reason): put(0, reason)
        case .notEncodable(let type, let reason): put(1, type, reason)
        case .mismatch(let expected, let found, let reason): put(2, expected, found, reason)
        @unknown default: put(0, "\(error)")
        }
    }

    mutating func write(_ error: ParameterError) {
        switch error {
        case .missing(let name, let expected): put(0, name, expected)
        case .missingBody(let expected): put(1, expected)
        case .mistyped(let name, let found, let expected): put(2, name, found, expected)
        case .missingInBody(let name, let expected): put(3, name, expected)
        case .mistypedInBody(let name, let found, let expected): put(4, name, found, expected)
        case .refused(let name, let found, let reason):
            put(5, name, reason)
            write(found)
        case .unreadableBody(let reason):
            write(tag: 6)
            write(reason)
        @unknown default: put(1, "\(error)")
        }
    }

    mutating func write(_ stage: Request.Stage) {
        switch stage {
        case .activation(let module): put(0, module)
        case .rewriting: put(1)
        case .lookUp: put(2)
        case .interceptor(let name, let module): put(3, name, module)
        case .handler(let route, let module): put(4, route, module)
        case .resolver(let name): put(5, name)
        case .installation(let module): put(6, module)
        case .navigator: put(7)
        case .page(let url): put(8, url)
        @unknown default: put(2)
        }
    }

    mutating func write(_ verb: Request.Verb) { write(verb == .call) }

    mutating func write(_ origin: Origin) {
        switch origin {
        case .module(let name): put(0, name)
        case .shell: put(1)
        case .external: put(2)
        @unknown default: put(2)
        }
    }

    mutating func write(_ error: ResolverError) {
        for text in [error.code.description, error.resolver, error.detail] { write(text) }
        write(error.status ?? 0)
    }

    mutating func write(_ offer: ModuleOffer) {
        for text in [offer.name, offer.version, offer.url, offer.sha256] { write(text) }
    }

    mutating func write(_ duration: Duration) {
        write(UInt64(bitPattern: duration.components.seconds))
        write(UInt64(bitPattern: duration.components.attoseconds))
    }
}

extension FrameDecoder {
    mutating func error() throws -> any Error {
        // Errors of requests within one another hold one another.
        try descend()
        defer { ascend() }
        switch try tag() {
        case 0: return DescribedError(description: try text())
        case 1: return try requestError()
        case 2: return CancellationError()
        case 3: return ParametersError(try list { try $0.parameterError() }, isComplete: try flag())
        case 4: return try parameterError()
        case 5: return try payloadError()
        default: throw FrameError.malformed
        }
    }

    mutating func payloadError() throws -> PayloadError {
        switch try tag() {
        case 0: .invalidJSON(reason: try text())
        case 1: .notEncodable(type: try text(), reason: try text())
        case 2: .mismatch(expected: try text(), found: try text(), reason: try text())
        default: throw FrameError.malformed
        }
    }

    private mutating func parameterError() throws -> ParameterError {
        switch try tag() {
        case 0: return .missing(name: try text(), expected: try text())
        case 1: return .missingBody(expected: try text())
        case 2: return .mistyped(name: try text(), found: try text(), expected: try text())
        case 3: return .missingInBody(name: try text(), expected: try text())
        case 4: return .mistypedInBody(name: try text(), found: try text(), expected: try text())
        case 5:
            let (name, reason) = (try text(), try text())
            return .refused(name: name, found: try optionalText(), reason: reason)
        case 6: return .unreadableBody(reason: try payloadError())
        default: throw FrameError.malformed
        }
    }

    mutating func stage() throws -> Request.Stage {
        switch try tag() {
        case 0: .activation(module: try text())
        case 1: .rewriting
        case 2: .lookUp
        case 3: .interceptor(try text(), module: try text())
        case 4: .handler(route: try text(), module: try text())
        case 5: .resolver(try text())
        case 6: .installation(module: try text())
        case 7: .navigator
        case 8: .page(url: try text())
        default: throw FrameError.malformed
        }
    }

    mutating func origin() throws -> Origin {
        switch try tag() {
        case 0: .module(try text())
        case 1: .shell
        case 2: .external
        default: throw FrameError.malformed
        }
    }

    mutating func verb() throws -> Request.Verb { try flag() ? .call : .open }

    mutating func resolverError() throws -> ResolverError {
        let (code, resolver, detail) = (ResolverError.Code(try text()), try text(), try text())
        let status = try integer()
        return ResolverError(code, resolver: resolver, status: status == 0 ? nil : status, detail: detail)
    }

    mutating func offer() throws -> ModuleOffer {
        ModuleOffer(name: try text(), version: try text(), url: try text(), sha256: try text())
    }

    mutating func duration() throws -> Duration {
        let seconds = Int64(bitPattern: try number())
        let attoseconds = Int64(bitPattern: try number())
        // A day is the most that any deadline has.
        guard (0...86_400).contains(seconds), (0..<1_000_000_000_000_000_000).contains(attoseconds) else {
            throw FrameError.malformed
        }
        return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    }
}
