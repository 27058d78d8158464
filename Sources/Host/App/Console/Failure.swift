@_spi(Host) import ModuleKit
import PluginRuntime

/// An error on the command line: a code for programs, a sentence for the user, and the exit code.
struct Failure: Error, Sendable, Equatable, Encodable, CustomStringConvertible {
    /// A fault of a command line, for callers that describe it with their own message.
    enum UsageFault: Sendable, Equatable {
        case unknownCommand(String)
        case unknownOption(String)
        case invalidValue(found: String, expected: String)
    }

    private enum CodingKeys: String, CodingKey { case code, message, url, near, chain, cause, line }

    /// A stable code for programs, such as `noRoute`.
    let code: String
    var message: String
    let exitCode: ExitCode
    var url: String?
    var near: [String]?
    /// The failed requests if one failed inside another, beginning with the caller's request.
    var chain: [FailedRequest]?
    /// The complete description of a Foundation error; the message has only one sentence of it.
    var cause: String?
    /// The number of the line in a script whose command failed.
    var line: Int?
    var fault: UsageFault?

    var description: String { message }

    /// Returns the failure with the number of the script's line, unless the failure already has a number.
    func at(line: Int?) -> Failure {
        var failure = self
        failure.line = failure.line ?? line
        return failure
    }
}

extension Failure {
    init(_ code: String, _ message: String, _ exitCode: ExitCode = .failed, url: String? = nil, near: [String]? = nil) {
        self.init(code: code, message: message, exitCode: exitCode, url: url, near: near)
    }

    /// Creates the failure for input that cannot be used; the message includes the remedy.
    init(usage message: String, near: String? = nil, _ fault: UsageFault? = nil) {
        self.init(code: "usage", message: message, exitCode: .usage, near: near.map { [$0] }, fault: fault)
    }

    /// Returns a value, or throws the failure that describes its error.
    static func describing<Value, Problem>(
        _ value: @autoclosure () throws(Problem) -> Value, _ failure: (Problem) -> Failure
    ) throws(Failure) -> Value {
        do {
            return try value()
        } catch {
            throw failure(error)
        }
    }

    /// Creates the failure that describes the error of a request.
    init(_ error: RequestError) {
        let near: [String]? = if case .noRoute(_, _, let near) = error.reason { near } else { nil }
        let requests = error.requests
        let cause = error.cause.flatMap { $0.inWords == "\($0)" ? nil : "\($0)" }
        self.init(
            code: error.code.description, message: String(describing: error), exitCode: error.exitCode,
            url: error.url, near: near, chain: requests.count > 1 ? requests : nil, cause: cause)
    }

    /// Returns the value of a request, or throws the failure that describes its error.
    static func describing<Value>(request: @autoclosure () throws(RequestError) -> Value) throws(Failure) -> Value {
        try describing(try request()) { (error: RequestError) in Failure(error) }
    }

    /// Creates the failure for a module that does not run.
    init(_ error: PluginProblem, module: String) {
        let isFault =
            switch error.code {
            case .notStarted, .loadOutOfTime, .startOutOfTime, .stopOutOfTime, .startingAlready: true
            default: false
            }
        self.init(
            code: "moduleNotStarted", message: "\(module) does not run: \(error.sentence)",
            exitCode: isFault ? .failed : .refused)
    }
}

extension RequestError {
    fileprivate var exitCode: ExitCode {
        switch reason {
        case .invalidURL(_, _, nil): .usage
        case .noRoute, .gone, .moduleWithoutRoute: .noRoute
        case .accessDenied, .refused, .moduleLeft, .contextRefused, .denied, .moduleOffered, .callNotSent: .refused
        case .handlerFailed(_, _, _, let reason), .stageFailed(_, _, let reason): Self.exitCode(ofInner: reason.error)
        case .moduleNotStarted(_, let module, let reason):
            (reason.error as? PluginProblem).map { Failure($0, module: module).exitCode } ?? .failed
        case .moduleNotInstalled(_, _, _, let reason): reason.exitCode
        case .remote: .remoteUnavailable
        case .deadline: .deadline
        case .cancelled: .interrupted
        default: .failed
        }
    }

    /// Returns the exit code of a request whose module failed with `reason`. A refusal, a remote without an answer and
    /// a deadline keep their codes. A missing route becomes `failed`, because `noRoute` would mean that the caller's
    /// own URL has no route.
    private static func exitCode(ofInner reason: any Error) -> ExitCode {
        let code = (reason as? RequestError)?.exitCode ?? .failed
        return [.refused, .remoteUnavailable, .deadline].contains(code) ? code : .failed
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

/// The exit code of the process. Scripts rely on the numbers.
///
/// A crash, in a module or in the host, ends the process with 128 and the signal's number: 132 for a trap of Swift, 134
/// for an abort, 139 for an invalid memory access.
enum ExitCode: Int32, Sendable {
    case done = 0
    /// The command did not succeed, and no other code applies.
    case failed = 1
    case noRoute = 2
    /// Access was denied, the navigator refused a command, or a plugin may not be loaded.
    case refused = 3
    case remoteUnavailable = 4
    /// The result did not come in time.
    case deadline = 5
    /// The input is wrong, such as an unknown command, or a text that is not a URL.
    case usage = 64
    /// A module ended the process.
    case unexpectedExit = 70
    /// The user interrupted the command.
    case interrupted = 130
}

extension JSONText {
    /// Returns a value as one line of JSON, for a command.
    static func line(_ value: some Encodable) throws(Failure) -> String {
        try Failure.describing(try encode(value)) { (error: DescribedError) in
            Failure(code: "notEncodable", message: "\(error)", exitCode: .failed)
        }
    }
}
