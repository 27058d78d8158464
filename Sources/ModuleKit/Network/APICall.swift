@_spi(Host) import Mediator

/// A call of a web service; a module declares a service's calls as static members of one generic struct.
///
/// The code names a service and a path; the host knows the service's address (`--service accounts=https://…`).
///
/// ```swift
/// struct AccountAPI<Answer: Decodable & Sendable>: APICall {
///     let path: RouteURL
///     var method = HTTPMethod.get
///     var body = APIBody.none
///     var service: String { "accounts" }
///     static var sensitiveParameters: Set<String> { ["password", "token"] }
/// }
///
/// extension AccountAPI<Session> {
///     static func login(user: String, password: String) -> Self {
///         Self(path: "users/\(user)/login", method: .post, body: .json(["password": password]))
///     }
/// }
/// ```
public protocol APICall: Sendable {
    /// The type of the JSON answer; `Payload` accepts any JSON or an empty body, `[UInt8]` the bytes of any answer.
    associatedtype Answer: Decodable

    /// The name of the web service, which the module's `ModuleInfo` must list in `webServices`.
    var service: String { get }
    /// The path below the service's address, such as `"user/\(name)"`; interpolated values are escaped.
    ///
    /// An empty segment, a segment `.` or `..` and a query are errors.
    var path: RouteURL { get }
    /// The HTTP method; `get` by default.
    var method: HTTPMethod { get }
    /// The items of the URL's query; none by default. In a dictionary literal, `nil` values are left out.
    var query: QueryItems { get }
    /// The body and its encoding; no body by default.
    var body: APIBody { get }
    /// The maximum size of the answer's decoded body, in bytes; by default 1 MiB, or 16 MiB if `Answer` is `[UInt8]`.
    ///
    /// More than 16 MiB is never accepted. A body above the limit causes a `ResolverError` with the code
    /// `invalidAnswer`. `response(to:)` ignores this limit and always accepts 16 MiB.
    var sizeLimit: Int { get }
    /// Header fields to send in addition to the HTTP client's own fields; none by default.
    ///
    /// Names must be tokens, and values printable ASCII of up to 8 KiB (RFC 9110, 5). The client itself sets `Host`,
    /// `Content-Type`, `Content-Length`, `Connection`, `Transfer-Encoding`, `Expect`, `TE`, `Upgrade` and `Proxy-…`.
    var headers: [String: String] { get }
    /// The names of sensitive query items and JSON members, whose values are redacted in messages, lists and traces;
    /// none by default.
    ///
    /// Values of header fields are always redacted.
    static var sensitiveParameters: Set<String> { get }
}

extension APICall {
    /// The method `get`.
    public var method: HTTPMethod { .get }
    /// No query.
    public var query: QueryItems { [:] }
    /// No body.
    public var body: APIBody { .none }
    /// 1 MiB, or 16 MiB for bytes.
    public var sizeLimit: Int {
        Answer.self == [UInt8].self ? WebServiceCall.bodyLimit : WebServiceCall.AnswerForm.json.sizeLimit
    }
    /// No header fields.
    public var headers: [String: String] { [:] }
    /// No names.
    public static var sensitiveParameters: Set<String> { [] }
}

/// The body of an API call, with its encoding.
public enum APIBody: Sendable {
    /// No body.
    case none
    /// A body in JSON (RFC 8259), 16 MiB at most.
    case json(any Encodable & Sendable)
    /// A body of bytes with their media type, such as `image/jpeg`, 16 MiB at most.
    case bytes([UInt8], mediaType: String)
}

/// The answer of a web service, with any status.
///
/// ```swift
/// let response = try await context.response(to: AccountAPI.login(user: user, password: password))
/// if response.status == 422 { throw try response.decode(as: Problem.self) }
/// return try response.answer()
/// ```
public struct APIResponse<Answer: Decodable>: Sendable, CustomStringConvertible {
    private let parts: WebServiceAnswer

    init(_ parts: WebServiceAnswer) { self.parts = parts }

    /// The status code (RFC 9110, section 15).
    public var status: Int { parts.status }
    /// The header fields by their names in lower case; the values of fields with the same name are joined by commas.
    public var headers: [String: String] { parts.headers }
    /// The bytes of the body.
    public var body: [UInt8] { parts.body }
    /// Whether the status means success, 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Decodes the body as the call's answer.
    /// - Throws: `PayloadError` if the body cannot be decoded.
    public func answer() throws(PayloadError) -> Answer {
        if Answer.self == [UInt8].self, let bytes = body as? Answer { return bytes }
        return try decode(as: Answer.self)
    }

    /// Decodes the JSON body as another type, such as a description of the failure; an empty body is decoded as `null`.
    /// - Throws: `PayloadError` if the body cannot be decoded.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(PayloadError) -> Value {
        try Payload(json: body.isEmpty ? Array("null".utf8) : body).decode(as: type)
    }

    /// The status and the size of the body, but never its content, which may be secret.
    public var description: String { "an answer with status \(status) and \(body.count) bytes" }
}

/// The progress of an upload.
public struct UploadProgress: Sendable, Equatable {
    /// The number of bytes handed to the connection so far. The service may not have read them yet.
    public let sent: Int
    /// The size of the whole body, in bytes.
    public let total: Int

    /// The share that was sent, from 0 to 1.
    public var fraction: Double { total == 0 ? 1 : Double(sent) / Double(total) }
}

/// A conversion of a service's answer into a view's values; call and view then need not know each other's types.
public protocol Reformer<Answer, Output>: Sendable {
    /// The service's answer.
    associatedtype Answer
    /// The value for the view.
    associatedtype Output

    /// Returns the value for the view.
    /// - Throws: the reformer's error, which the caller receives.
    func reform(_ answer: Answer) throws -> Output
}
