/// The reason why a request was not answered; its text ends with the remedy.
///
/// ```swift
/// do throws(RequestError) {
///     try await context.open("app://map")
/// } catch {
///     guard error.code == .noRoute else { throw error }
/// }
/// ```
///
/// An error is a single reference, because every function that may throw it reserves space for it.
public struct RequestError: Error, Sendable {
    /// A kind of error.
    public typealias Code = ErrorCode<RequestError>

    /// The kind of the error with the values for its text.
    @_spi(Host) public let reason: Reason

    /// Creates an error with a reason.
    @_spi(Host) public init(_ reason: Reason) { self.reason = reason }

    /// The kind of the error.
    public var code: Code { reason.row.code }

    /// The URL of the request, with sensitive values redacted; `nil` for a call that was not sent.
    public var url: String? { reason.row.url }

    /// The stage at which the request failed; `nil` for a request without a stage, such as a call that was not sent.
    public var stage: Request.Stage? { reason.row.stage }

    /// The innermost error that a module's code or a resolver threw; `nil` if the mediator refused the request.
    public var cause: (any Error)? {
        let innermost = chain[chain.count - 1]
        return switch innermost.reason {
        case .remote(_, let error, _): error
        case .moduleNotStarted(_, _, let thrown): thrown.error
        case .moduleNotInstalled(_, _, _, let error): error
        default: innermost.thrown
        }
    }

    /// The status of a web service's answer, such as 404, if the request failed because of that answer.
    public var status: Int? { (cause as? ResolverError)?.status }
}

extension ErrorCode<RequestError> {
    /// The text is not a URL.
    public static var invalidURL: Self { Self("invalidURL") }
    /// No module and no resolver answers.
    public static var noRoute: Self { Self("noRoute") }
    /// The route does not allow this origin.
    public static var accessDenied: Self { Self("accessDenied") }
    /// The route answers a different verb.
    public static var wrongVerb: Self { Self("wrongVerb") }
    /// The module's handler threw an error.
    public static var handlerFailed: Self { Self("handlerFailed") }
    /// The verb cannot use the answer, such as a value for `open`.
    public static var unexpectedAnswer: Self { Self("unexpectedAnswer") }
    /// The value does not have the caller's type.
    public static var unreadableValue: Self { Self("unreadableValue") }
    /// The chain of rewrites and redirects is too long.
    public static var tooManyRedirects: Self { Self("tooManyRedirects") }
    /// Requests are nested too deeply.
    public static var tooDeep: Self { Self("tooDeep") }
    /// The request had no outcome in time, and its stage was abandoned.
    public static var deadline: Self { Self("deadline") }
    /// The caller cancelled the request during the stage.
    public static var cancelled: Self { Self("cancelled") }
    /// An interceptor, the navigator or the user of a page refused the request.
    public static var refused: Self { Self("refused") }
    /// A stage other than a handler threw an error.
    public static var stageFailed: Self { Self("stageFailed") }
    /// A module that the request needs could not start.
    public static var moduleNotStarted: Self { Self("moduleNotStarted") }
    /// The requesting module was stopped, or did not start.
    public static var moduleLeft: Self { Self("moduleLeft") }
    /// A rewrite could not produce a URL.
    public static var rewriteFailed: Self { Self("rewriteFailed") }
    /// The origin may not pass objects.
    public static var contextRefused: Self { Self("contextRefused") }
    /// A resolver failed, so it is unknown whether there is an answer.
    public static var remoteUnavailable: Self { Self("remoteUnavailable") }
    /// A resolver reported that the URL is gone.
    public static var gone: Self { Self("gone") }
    /// A resolver reported that the caller may not access the URL.
    public static var denied: Self { Self("denied") }
    /// A resolver offers a module that would answer, but the module is not installed.
    public static var moduleOffered: Self { Self("moduleOffered") }
    /// The module that would answer could not be installed or started.
    public static var moduleNotInstalled: Self { Self("moduleNotInstalled") }
    /// A module was installed to answer, but has no route for the URL.
    public static var moduleWithoutRoute: Self { Self("moduleWithoutRoute") }
    /// A module's call to a web service is not sent.
    public static var callNotSent: Self { Self("callNotSent") }
}

extension RequestError: CustomStringConvertible {
    /// A sentence with the fault, the URL and route, and the remedy; for nested requests, about the innermost one.
    public var description: String {
        let chain = chain
        guard chain.count > 1, let cause = chain.last else { return "\(reason)" }
        // The user can act only on the module and its web service.
        if case .remote(_, _, _?) = cause.reason { return "\(cause.reason)" }
        return "\(cause.reason); " + Self.path(through: chain, to: cause)
    }
}

extension RequestError {
    /// Returns the beginning of the message for a URL without an answer, for callers that know more about the reason.
    @_spi(Host) public static func without(routeFor url: String, asked: String?) -> String {
        "no route for \(url)" + (asked.map { ", to which \($0) leads" } ?? "")
    }

    /// Returns the remedy for a URL without an answer, with the nearest routes.
    @_spi(Host) public static func advice(_ near: [String]) -> String {
        if near.isEmpty { return "list the routes with `routes`" }
        // The `?` of a wildcard must not look like the question mark of the sentence.
        return "did you mean \(near.map { $0.hasSuffix("?") ? "`\($0)`" : $0 }.joined(separator: ", "))?"
    }

    /// Returns the text of a module's error; for an error without text, its type, and the advice to ask the author.
    @_spi(Host) public static func words(_ reason: any Error) -> String {
        let words = reason.inWords
        let isSentence = reason is any CustomStringConvertible || words != String(describing: reason)
        if isSentence, !words.isEmpty { return words }
        let type = String(describing: Swift.type(of: reason))
        let message = words.isEmpty ? type : words.hasPrefix(type) ? words : "\(type).\(words)"
        return "\(message); ask the module's author what it means"
    }

    /// This error and the errors of nested requests, down to the cause.
    @_spi(Host) public var chain: [RequestError] {
        var chain = [self]
        while let inner = chain[chain.count - 1].thrown as? RequestError { chain.append(inner) }
        return chain
    }

    /// The requests that the error passed through, from the caller's request to the request that failed.
    @_spi(Host) public var requests: [FailedRequest] {
        chain.map {
            FailedRequest(code: $0.code.description, url: $0.url, module: $0.thrown == nil ? nil : $0.stage?.module)
        }
    }

    /// The error of the code that ran in the stage.
    private var thrown: (any Error)? {
        switch reason {
        case .handlerFailed(_, _, _, let thrown), .stageFailed(_, _, let thrown): thrown.error
        default: nil
        }
    }

    /// Returns the end of the message: the URLs that led to the failed request, and the stage that made the request.
    private static func path(through chain: [RequestError], to cause: RequestError) -> String {
        let urls = chain.compactMap(\.url)
        let path = urls.count == 1 ? "for \(urls[0])" : "through \(urls.count) requests (\(line(urls)))"
        guard cause.thrown == nil, let asking = chain.dropLast().last?.stage else { return path }
        return switch cause.code {
        case .tooDeep: "asked by \(asking)"
        case .deadline: "asked by \(asking), which may set the limit itself, \(path)"
        default: "asked by \(asking), \(path)"
        }
    }

    /// Returns URLs on one line, without the middle ones if there are many.
    static func line(_ urls: [String]) -> String {
        let shown = urls.count <= 6 ? urls : urls.prefix(3) + ["\(urls.count - 4) more"] + urls.suffix(1)
        return shown.joined(separator: " → ")
    }
}

/// A request that an error passed through, for programs.
@_spi(Host) public struct FailedRequest: Sendable, Equatable, Encodable {
    /// The kind of the error, as one word, such as `noRoute`.
    public let code: String
    /// The URL, with sensitive values redacted; `nil` for a call that was not sent.
    public let url: String?
    /// The module whose code threw; `nil` if the mediator itself refused the request.
    public let module: String?
}
