import ModuleKit

extension Failure {
    /// What the command line says of a request that was not answered.
    init(_ error: RequestError) {
        let near: [String]? = if case .noRoute(_, _, let near) = error { near } else { nil }
        let (code, exitCode, url) = error.outline
        self.init(code: code, message: String(describing: error), exitCode: exitCode, url: url, near: near)
    }
}

extension RequestError {
    /// What programs are told: a word, the exit code, and the URL that was asked for.
    fileprivate var outline: (code: String, exitCode: ExitCode, url: String?) {
        switch self {
        case .invalidURL(let text, _, let source): ("invalidURL", source == nil ? .usage : .failed, text)
        case .noRoute(let url, _, _): ("noRoute", .noRoute, url)
        case .accessDenied(let url, _, _, _, _): ("accessDenied", .refused, url)
        case .wrongVerb(let url, _, _, _): ("wrongVerb", .failed, url)
        case .handlerFailed(let url, _, _, _): ("handlerFailed", .failed, url)
        case .unexpectedAnswer(let url, _, _, _): ("unexpectedAnswer", .failed, url)
        case .unreadableValue(let url, _, _): ("unreadableValue", .failed, url)
        case .tooManyRedirects(let chain, _): ("tooManyRedirects", .failed, chain.first)
        case .tooDeep(let chain): ("tooDeep", .failed, chain.first)
        case .deadline(let url, _, _): ("deadline", .deadline, url)
        case .cancelled(let url, _): ("cancelled", .interrupted, url)
        case .refused(let url, _, _): ("refused", .refused, url)
        case .stageFailed(let url, _, _): ("stageFailed", .failed, url)
        case .moduleNotStarted(let url, let module, let reason): ("moduleNotStarted", exitCode(of: module, reason), url)
        case .moduleLeft(let url, _): ("moduleLeft", .refused, url)
        case .rewriteFailed(let url, _, _, _): ("rewriteFailed", .failed, url)
        case .unwritableURL: ("unwritableURL", .failed, nil)
        case .contextRefused(let url, _): ("contextRefused", .refused, url)
        case .remote(let url, _): ("remoteUnavailable", .remoteUnavailable, url)
        case .gone(let url, _, _): ("gone", .noRoute, url)
        case .denied(let url, _, _): ("denied", .refused, url)
        case .moduleOffered(let url, _, _): ("moduleOffered", .refused, url)
        case .moduleNotInstalled(let url, _, _, let reason): ("moduleNotInstalled", reason.exitCode, url)
        case .moduleWithoutRoute(let url, _, _): ("moduleWithoutRoute", .noRoute, url)
        @unknown default: ("failed", .failed, nil)
        }
    }

    private func exitCode(of module: String, _ reason: any Error) -> ExitCode {
        (reason as? LoadError).map { Failure($0, module: module).exitCode } ?? .failed
    }
}

extension ModuleOfferError {
    fileprivate var exitCode: ExitCode {
        switch self {
        case .notFetched: .remoteUnavailable
        case .refused: .refused
        case .notStarted: .failed
        case .cancelled: .interrupted
        @unknown default: .failed
        }
    }
}
