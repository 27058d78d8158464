import Synchronization

/// The method of an HTTP request (RFC 9110, section 9; RFC 5789).
public enum HTTPMethod: String, Sendable, Codable {
    /// Reads a resource.
    case get = "GET"
    /// Reads only the header fields of a resource; the answer has no body.
    case head = "HEAD"
    /// Sends a body to the resource for processing.
    case post = "POST"
    /// Replaces the resource with the body.
    case put = "PUT"
    /// Changes a part of the resource.
    case patch = "PATCH"
    /// Removes the resource.
    case delete = "DELETE"

    /// Whether a failed request may be sent again, because a repetition has no further effect (RFC 9110, 9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }

    /// Whether a request with this method carries a body (RFC 9110, 9.3).
    public var carriesBody: Bool { self != .get && self != .head }
}

/// A call to a web service without its URL and body; the request carries it as the context object.
///
/// `ModuleContext.send` creates it. An interceptor or a stub reads it with `request.context(as: WebServiceCall.self)`;
/// in other requests it has no effect. Its description contains no headers, because headers may contain credentials.
public struct WebServiceCall: Sendable, CustomStringConvertible {
    /// The maximum size of a call's body, in bytes.
    public static let bodyLimit = 16 << 20

    /// The name of the web service.
    public let service: String
    /// The name of the module that sends the call.
    public let module: String
    /// The HTTP method.
    public let method: HTTPMethod
    /// The header fields that the module sets in addition to the client's header fields.
    public let headers: [String: String]
    private let added = AddedHeaders()
    /// The media type of a body of bytes; `nil` for a body in JSON.
    public let mediaType: String?
    /// The number of times that a failed call may be sent again, from 0 to 100; 0 if the method is not idempotent.
    public let retries: Int
    /// The time limit for all attempts together.
    public let deadline: Duration
    /// The names of query items and body members whose values are redacted in messages.
    public let sensitiveParameters: Set<String>
    /// The form in which the caller receives the answer.
    @_spi(Host) public let answerForm: AnswerForm
    /// The maximum size of an answer's body, in bytes, at most 16 MiB; by default, the limit of `answerForm`.
    @_spi(Host) public let sizeLimit: Int
    /// The name and the maximum of `sizeLimit`, for the end of the message about an answer that is too large.
    @_spi(Host) public var sizeLimitText: String { "the call's `sizeLimit` (\(Self.bodyLimit) at most)" }
    /// Called with the number of body bytes sent so far and the total number, on any thread; it must not wait.
    @_spi(Host) public var progress: (@Sendable (Int, Int) -> Void)?

    /// Describes a call; called by `ModuleContext.send`.
    ///
    /// - Parameter retries: is limited to the range from 0 to 100.
    @_spi(Host) public init(
        service: String, module: String, method: HTTPMethod, headers: [String: String], mediaType: String?,
        retries: Int, deadline: Duration, sensitiveParameters: Set<String>, answerForm: AnswerForm = .json,
        sizeLimit: Int? = nil, progress: (@Sendable (Int, Int) -> Void)?
    ) {
        self.service = service
        self.module = module
        self.method = method
        self.headers = headers
        self.mediaType = mediaType
        self.retries = method.isIdempotent ? min(max(retries, 0), 100) : 0
        self.deadline = deadline
        self.sensitiveParameters = sensitiveParameters
        self.answerForm = answerForm
        self.sizeLimit = min(max(sizeLimit ?? answerForm.sizeLimit, 0), Self.bodyLimit)
        self.progress = progress
    }

    /// The method and the service, such as `POST to accounts`.
    public var description: String { "\(method.rawValue) to \(service)" }

    private final class AddedHeaders: Sendable { let fields = Mutex<[String: String]>([:]) }

    /// Adds a header field to the call, for an interceptor; a later field replaces an earlier field with the same name.
    /// - Throws: `RequestError` (`callNotSent`) for an invalid field, or a field that the HTTP client sets.
    public func addHeader(_ name: String, _ value: String) throws(RequestError) {
        do throws(WebServiceError) {
            try HeaderField.check(name, value)
        } catch {
            throw RequestError(.callNotSent(service: service, reason: "\(error)"))
        }
        added.fields.withLock { $0[name.lowercased()] = value }
    }

    /// The header fields to send, with names in lower case.
    @_spi(Host) public var allHeaders: [String: String] {
        let stated = headers.map { ($0.key.lowercased(), $0.value) }
        return Dictionary(stated) { $1 }.merging(added.fields.withLock(\.self)) { $1 }
    }

    /// Returns the URL of a call.
    ///
    /// - Parameter base: the base URL of the service, without a trailing slash.
    /// - Throws: `WebServiceError.path` if the path has a query, a fragment, or a segment that is empty, `.` or `..`.
    @_spi(Host) public static func url(
        base: String, path: RouteURL, query: [QueryItem]
    ) throws(WebServiceError) -> RouteURL {
        let below = path.text.hasPrefix("/") ? path : RouteURL("/" + path.text)
        // A trailing slash is kept, because it may have a meaning for the service.
        let endsWithSlash = below.text.utf8.count > 1 && below.text.hasSuffix("/")
        let written = below.text.utf8.count(where: { $0 == UInt8(ascii: "/") }) - (endsWithSlash ? 1 : 0)
        let segments = below.segments
        guard below.isValid, below.parts.query.count == 0, !below.parts.hasFragment,
            segments.count == written || below.text == "/"
        else { throw .path(path.text) }
        let items = query.map { "\(PercentEncoding.query($0.name))=\(PercentEncoding.query($0.value))" }
        return RouteURL(
            base + segments.map { "/" + PercentEncoding.segment($0) }.joined() + (endsWithSlash ? "/" : "")
                + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
    }

    /// Returns whether a URL is the base of the service or below it, even if the server resolves dot segments.
    @_spi(Host) public static func covers(_ url: RouteURL, base: String) -> Bool {
        let rest = url.text.utf8.dropFirst(base.utf8.count)
        guard url.text.utf8.starts(with: base.utf8), rest.first.map({ "/?#".utf8.contains($0) }) ?? true,
            let parent = try? RouteURL(parsing: base)
        else { return false }
        // The segments of a `RouteURL` do not include dot segments, so a dot segment makes the counts differ.
        let written = rest.prefix { !"?#".utf8.contains($0) }.split(separator: UInt8(ascii: "/"))
        return url.segments.count == parent.segments.count + written.count
    }

    func bytes(of body: Payload?) throws(WebServiceError) -> [UInt8]? {
        guard let body else { return nil }
        guard method.carriesBody else {
            throw .body(reason: "\(method.rawValue) carries none; send the values as its query, or choose POST")
        }
        let bytes: [UInt8]
        do {
            bytes = mediaType == nil ? try body.json() : try body.object()
        } catch {
            throw .body(reason: "\(error)")
        }
        guard bytes.count <= Self.bodyLimit else {
            throw .body(reason: "it has \(bytes.count) bytes, \(Self.bodyLimit) at most are sent; send it in parts")
        }
        return bytes
    }
}

/// The reason why a call to a web service is not sent.
@_spi(Host) public enum WebServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The module's `ModuleInfo` does not name the service.
    case notDeclared(module: String)
    /// The host has no address for the service; `configured` contains the names of the services with an address.
    case notConfigured(configured: [String])
    /// The call was made for a caller other than the module itself.
    case notOwn(origin: Origin)
    /// The path cannot be used.
    case path(String)
    /// A header field cannot be used; its value is not included.
    case header(name: String, reason: String)
    /// The body cannot be sent.
    case body(reason: String)
    /// A rewrite, redirect or interceptor led the call to a URL outside of the service.
    case outside(url: String)

    /// A part of a sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .notDeclared(let module):
            "\(module) does not declare it; add its name to `webServices` of the module's ModuleInfo"
        case .notConfigured(let configured):
            configured.isEmpty
                ? "the host has no address for it; start the host with --service NAME=URL, or with --demo for the "
                    + "answers of the demonstration app"
                : "the host has no address for it, only for \(configured.joined(separator: ", ")); start the host with "
                    + "--service NAME=URL"
        case .notOwn(let origin): "\(origin) may not use it; only the module's own context sends calls"
        case .path(let path):
            "the path \(path.debugDescription) cannot be used; write segments such as user/login, escaped and not "
                + "empty, . or .., and give the part after ? as `query`"
        case .header(let name, let reason):
            "the header field \(name.debugDescription) cannot be used: \(reason); change its name or value"
        case .body(let reason): "its body cannot be sent: \(reason)"
        case .outside(let url):
            "it would go to \(url), which is not below the address of the service; correct the rewrite, redirect or "
                + "interceptor that led there"
        }
    }
}
