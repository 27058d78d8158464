@_spi(Host) import ModuleKit

/// The errors of requests.
extension FrameEncoder {
    /// An error of a request, whose case is its number in the order of `RequestError.Reason`.
    mutating func write(_ error: RequestError) {
        switch error.reason {
        case .invalidURL(let text, let reason, let source):
            put(0, text, reason)
            write(source)
        case .noRoute(let url, let asked, let near):
            put(1, url)
            write(asked)
            write(list: near)
        case .accessDenied(let url, let route, let owner, let access, let origin):
            put(2, url, route, owner, access.rawValue)
            write(origin)
        case .wrongVerb(let url, let route, let owner, let expected):
            put(3, url, route, owner)
            write(expected)
        case .handlerFailed(let url, let route, let owner, let reason):
            put(4, url, route, owner)
            write(error: reason)
        case .unexpectedAnswer(let url, let answeredBy, let verb, let answer):
            put(5, url, answer)
            write(verb)
            write(answeredBy)
        case .unreadableValue(let url, let answeredBy, let reason):
            put(6, url)
            write(answeredBy)
            write(reason)
        case .tooManyRedirects(let chain, let makers):
            write(tag: 7)
            write(list: chain)
            write(list: makers)
        case .tooDeep(let chain):
            write(tag: 8)
            write(list: chain)
        default: writeStage(error)
        }
    }

    /// The errors of a stage, from 9 to 12.
    private mutating func writeStage(_ error: RequestError) {
        switch error.reason {
        case .deadline(let url, let stage, let limit):
            put(9, url)
            write(stage)
            write(limit)
        case .cancelled(let url, let stage):
            put(10, url)
            write(stage)
        case .refused(let url, let stage, let reason):
            put(11, url, reason)
            write(stage)
        case .stageFailed(let url, let stage, let reason):
            put(12, url)
            write(stage)
            write(error: reason)
        default: writeModule(error)
        }
    }

    /// The errors of modules, URLs and resolvers, from 13 to 20.
    private mutating func writeModule(_ error: RequestError) {
        switch error.reason {
        case .moduleNotStarted(let url, let module, let reason):
            put(13, url, module)
            write(error: reason)
        case .moduleLeft(let url, let module): put(14, url, module)
        case .rewriteFailed(let url, let rewrite, let owner, let reason): put(15, url, rewrite, owner, reason)
        case .contextRefused(let url, let origin):
            put(17, url)
            write(origin)
        case .remote(let url, let reason):
            put(18, url)
            write(reason)
        case .gone(let url, let resolver, let reason):
            put(19, url, resolver)
            write(reason)
        case .denied(let url, let resolver, let reason):
            put(20, url, resolver)
            write(reason)
        default: writeOffer(error)
        }
    }

    /// The errors of modules that a remote offers, and of calls, from 21.
    private mutating func writeOffer(_ error: RequestError) {
        switch error.reason {
        case .moduleOffered(let url, let resolver, let offer):
            put(21, url, resolver)
            write(offer)
        case .moduleNotInstalled(let url, let resolver, let offer, let reason):
            put(22, url, resolver, reason.word, "\(reason)")
            write(offer)
        case .moduleWithoutRoute(let url, let resolver, let offer):
            put(23, url, resolver)
            write(offer)
        case .callNotSent(let service, let reason): put(24, service, reason)
        default:
            put(12, "")
            write(Request.Stage.lookUp)
            write(error: DescribedError(description: "\(error)"))
        }
    }
}

extension FrameDecoder {
    mutating func requestError() throws -> RequestError {
        RequestError(try reason())
    }

    private mutating func reason() throws -> RequestError.Reason {
        switch try tag() {
        case 0: return .invalidURL(try text(), reason: try text(), redirectedFrom: try optionalText())
        case 1: return .noRoute(url: try text(), asked: try optionalText(), near: try texts())
        case 2:
            let (url, route, owner) = (try text(), try text(), try text())
            let access = try Self.known(Access(rawValue: try text()))
            return .accessDenied(url: url, route: route, owner: owner, access: access, origin: try origin())
        case 3: return .wrongVerb(url: try text(), route: try text(), owner: try text(), expected: try verb())
        case 4: return .handlerFailed(url: try text(), route: try text(), owner: try text(), reason: try error())
        case 5:
            let (url, answer, verb) = (try text(), try text(), try verb())
            return .unexpectedAnswer(url: url, answeredBy: try stage(), verb: verb, answer: answer)
        case 6: return .unreadableValue(url: try text(), answeredBy: try stage(), reason: try payloadError())
        case 7: return .tooManyRedirects(chain: try texts(), by: try texts())
        case 8: return .tooDeep(chain: try texts())
        case 9: return .deadline(url: try text(), stage: try stage(), limit: try duration())
        case 10: return .cancelled(url: try text(), during: try stage())
        case 11:
            let (url, reason) = (try text(), try text())
            return .refused(url: url, by: try stage(), reason: reason)
        case 12: return .stageFailed(url: try text(), stage: try stage(), reason: try error())
        case let tag: return try reason(tag)
        }
    }

    private mutating func reason(_ tag: UInt8) throws -> RequestError.Reason {
        switch tag {
        case 13: return .moduleNotStarted(url: try text(), module: try text(), reason: try error())
        case 14: return .moduleLeft(url: try text(), module: try text())
        case 15: return .rewriteFailed(url: try text(), rewrite: try text(), owner: try text(), reason: try text())
        case 17: return .contextRefused(url: try text(), origin: try origin())
        case 18: return .remote(url: try text(), reason: try resolverError())
        case 19: return .gone(url: try text(), resolver: try text(), reason: try optionalText())
        case 20: return .denied(url: try text(), resolver: try text(), reason: try optionalText())
        case 21: return .moduleOffered(url: try text(), resolver: try text(), offer: try offer())
        case 22:
            let (url, resolver) = (try text(), try text())
            let reason = try Self.known(ModuleOfferError(word: try text(), reason: try text()))
            return .moduleNotInstalled(url: url, resolver: resolver, offer: try offer(), reason: reason)
        case 23: return .moduleWithoutRoute(url: try text(), resolver: try text(), offer: try offer())
        case 24: return .callNotSent(service: try text(), reason: try text())
        default: throw FrameError.malformed
        }
    }
}

extension ModuleOfferError {
    fileprivate var word: String {
        switch self {
        case .notFetched: "notFetched"
        case .refused: "refused"
        case .notStarted: "notStarted"
        case .cancelled: "cancelled"
        @unknown default: "refused"
        }
    }

    fileprivate init?(word: String, reason: String) {
        switch word {
        case "notFetched": self = .notFetched(reason: reason)
        case "refused": self = .refused(reason: reason)
        case "notStarted": self = .notStarted(reason: reason)
        case "cancelled": self = .cancelled
        default: return nil
        }
    }
}
