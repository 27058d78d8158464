import ModuleKit

extension Failure {
    /// What the command line says of a request that was not answered.
    init(_ error: RequestError) {
        let message = String(describing: error)
        switch error {
        case .invalidURL(let text, _, let source):
            self.init(code: "invalidURL", message: message, exitCode: source == nil ? .usage : .failed, url: text)
        case .noRoute(let url, _, let near):
            self.init(code: "noRoute", message: message, exitCode: .noRoute, url: url, near: near)
        case .accessDenied(let url, _, _, _, _):
            self.init(code: "accessDenied", message: message, exitCode: .refused, url: url)
        case .wrongVerb(let url, _, _, _):
            self.init(code: "wrongVerb", message: message, exitCode: .failed, url: url)
        case .handlerFailed(let url, _, _, _):
            self.init(code: "handlerFailed", message: message, exitCode: .failed, url: url)
        case .unexpectedAnswer(let url, _, _, _):
            self.init(code: "unexpectedAnswer", message: message, exitCode: .failed, url: url)
        case .unreadableValue(let url, _, _):
            self.init(code: "unreadableValue", message: message, exitCode: .failed, url: url)
        case .tooManyRedirects(let chain, _):
            self.init(code: "tooManyRedirects", message: message, exitCode: .failed, url: chain.first)
        case .tooDeep(let chain):
            self.init(code: "tooDeep", message: message, exitCode: .failed, url: chain.first)
        case .deadline(let url, _, _):
            self.init(code: "deadline", message: message, exitCode: .deadline, url: url)
        case .cancelled(let url, _):
            self.init(code: "cancelled", message: message, exitCode: .interrupted, url: url)
        case .refused(let url, _, _):
            self.init(code: "refused", message: message, exitCode: .refused, url: url)
        case .stageFailed(let url, _, _):
            self.init(code: "stageFailed", message: message, exitCode: .failed, url: url)
        case .moduleNotStarted(let url, let module, let reason):
            let exitCode = (reason as? LoadError).map { Failure($0, module: module).exitCode }
            self.init(code: "moduleNotStarted", message: message, exitCode: exitCode ?? .failed, url: url)
        case .moduleLeft(let url, _):
            self.init(code: "moduleLeft", message: message, exitCode: .refused, url: url)
        case .rewriteFailed(let url, _, _, _):
            self.init(code: "rewriteFailed", message: message, exitCode: .failed, url: url)
        case .unwritableURL:
            self.init(code: "unwritableURL", message: message, exitCode: .failed)
        case .contextRefused(let url, _):
            self.init(code: "contextRefused", message: message, exitCode: .refused, url: url)
        case .remote(let url, _):
            self.init(code: "remoteUnavailable", message: message, exitCode: .remoteUnavailable, url: url)
        case .gone(let url, _, _):
            self.init(code: "gone", message: message, exitCode: .noRoute, url: url)
        case .denied(let url, _, _):
            self.init(code: "denied", message: message, exitCode: .refused, url: url)
        case .moduleOffered(let url, _, _):
            self.init(code: "moduleOffered", message: message, exitCode: .refused, url: url)
        case .moduleNotInstalled(let url, _, _, let reason):
            self.init(code: "moduleNotInstalled", message: message, exitCode: reason.exitCode, url: url)
        case .moduleWithoutRoute(let url, _, _):
            self.init(code: "moduleWithoutRoute", message: message, exitCode: .noRoute, url: url)
        @unknown default:
            self.init(code: "failed", message: message, exitCode: .failed)
        }
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
