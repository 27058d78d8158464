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
        case let error as DescribedError:
            write(tag: 0)
            write(error.description)
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

    mutating func write(_ stage: Stage) {
        switch stage {
        case .activation(let module): put(0, module)
        case .rewriting: put(1)
        case .lookUp: put(2)
        case .interceptor(let name, let module): put(3, name, module)
        case .handler(let route, let module): put(4, route, module)
        case .resolver(let name): put(5, name)
        case .performer(let name, let module): put(6, name, module)
        case .installation(let module): put(7, module)
        case .navigator: put(8)
        case .page(let url): put(9, url)
        @unknown default: put(2)
        }
    }

    mutating func write(_ verb: Verb) { write(verb == .call) }

    mutating func write(_ origin: Origin) {
        switch origin {
        case .module(let name): put(0, name)
        case .shell: put(1)
        case .external: put(2)
        @unknown default: put(2)
        }
    }

    mutating func write(_ error: RouteURLError) {
        switch error {
        case .empty: put(0)
        case .tooLong(let bytes): number(1, bytes)
        case .noScheme(let text): put(2, text)
        case .control(let column, let byte):
            number(3, column)
            write(tag: byte)
        case .malformedEscape(let column): number(4, column)
        case .invalidUTF8(let column): number(5, column)
        case .noHost(let text): put(6, text)
        case .unwritable(let column, let value):
            number(7, column)
            write(value)
        @unknown default: put(0)
        }
    }

    private mutating func number(_ tag: UInt8, _ number: Int) {
        write(tag: tag)
        write(number)
    }

    mutating func write(_ error: URLGenerationError) {
        switch error {
        // Reading the pattern once more gives the reason.
        case .invalidPattern(let pattern, _): put(0, pattern)
        case .missing(let name, let pattern): put(1, name, pattern)
        case .mistyped(let name, let value, let expected): put(2, name, value, expected)
        case .unrepresentable(let name, let value): put(3, name, value)
        case .tooLong(let bytes): number(4, bytes)
        @unknown default: put(0, "")
        }
    }

    mutating func write(_ error: ResolverError) {
        switch error {
        case .unavailable(let resolver, let reason): put(0, resolver, reason)
        case .timedOut(let resolver, let seconds):
            put(1, resolver)
            write(seconds)
        case .invalidAnswer(let resolver, let reason): put(2, resolver, reason)
        case .cancelled(let resolver): put(3, resolver)
        case .offline(let resolver): put(4, resolver)
        case .status(let resolver, let code, let excerpt):
            put(5, resolver, excerpt)
            write(code)
        @unknown default: put(0, "", "\(error)")
        }
    }

    mutating func write(_ error: WebServiceError) {
        switch error {
        case .notDeclared(let module): put(0, module)
        case .notConfigured(let configured):
            write(tag: 1)
            write(list: configured)
        case .notOwn(let origin):
            write(tag: 2)
            write(origin)
        case .path(let path, let reason): put(3, path, reason)
        case .header(let name, let reason): put(4, name, reason)
        case .body(let reason): put(5, reason)
        case .outside(let url): put(6, url)
        @unknown default: put(5, "\(error)")
        }
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

    mutating func stage() throws -> Stage {
        switch try tag() {
        case 0: .activation(module: try text())
        case 1: .rewriting
        case 2: .lookUp
        case 3: .interceptor(try text(), module: try text())
        case 4: .handler(route: try text(), module: try text())
        case 5: .resolver(try text())
        case 6: .performer(try text(), module: try text())
        case 7: .installation(module: try text())
        case 8: .navigator
        case 9: .page(url: try text())
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

    mutating func verb() throws -> Verb { try flag() ? .call : .open }

    mutating func routeURLError() throws -> RouteURLError {
        switch try tag() {
        case 0: .empty
        case 1: .tooLong(bytes: try integer())
        case 2: .noScheme(text: try text())
        case 3: .control(column: try integer(), byte: try tag())
        case 4: .malformedEscape(column: try integer())
        case 5: .invalidUTF8(column: try integer())
        case 6: .noHost(text: try text())
        case 7: .unwritable(column: try integer(), value: try text())
        default: throw FrameError.malformed
        }
    }

    mutating func urlGenerationError() throws -> URLGenerationError {
        switch try tag() {
        case 0:
            let pattern = try text()
            do throws(RoutePatternError) {
                _ = try RoutePattern(pattern)
                return .invalidPattern(pattern, reason: .empty)
            } catch {
                return .invalidPattern(pattern, reason: error)
            }
        case 1: return .missing(name: try text(), pattern: try text())
        case 2: return .mistyped(name: try text(), value: try text(), expected: try text())
        case 3: return .unrepresentable(name: try text(), value: try text())
        case 4: return .tooLong(bytes: try integer())
        default: throw FrameError.malformed
        }
    }

    mutating func resolverError() throws -> ResolverError {
        switch try tag() {
        case 0: return .unavailable(resolver: try text(), reason: try text())
        case 1: return .timedOut(resolver: try text(), seconds: try integer())
        case 2: return .invalidAnswer(resolver: try text(), reason: try text())
        case 3: return .cancelled(resolver: try text())
        case 4: return .offline(resolver: try text())
        case 5:
            let (resolver, excerpt) = (try text(), try text())
            return .status(resolver: resolver, code: try integer(), excerpt: excerpt)
        default: throw FrameError.malformed
        }
    }

    mutating func webServiceError() throws -> WebServiceError {
        switch try tag() {
        case 0: .notDeclared(module: try text())
        case 1: .notConfigured(configured: try texts())
        case 2: .notOwn(origin: try origin())
        case 3: .path(try text(), reason: try text())
        case 4: .header(name: try text(), reason: try text())
        case 5: .body(reason: try text())
        case 6: .outside(url: try text())
        default: throw FrameError.malformed
        }
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
