/// A call of a web service's interface; a module states its calls as the cases of an enum.
///
/// The code names a service and a path below it; the host has the address (`--service accounts=https://…`).
///
/// ```swift
/// enum AccountAPI: APICall {
///     case login(user: String, password: String)
///
///     typealias Answer = Session
///     var service: String { "accounts" }
///     var path: String { "user/login" }
///     var method: HTTPMethod { .post }
///     var parameters: APIParameters {
///         switch self { case .login(let user, let password): .json(["user": user, "password": password]) }
///     }
///     static var sensitiveParameters: Set<String> { ["password", "token"] }
/// }
/// ```
public protocol APICall: Sendable {
    /// The value that the service answers with, as JSON; `Payload` takes any answer, an empty one too.
    associatedtype Answer: Decodable

    /// The name of the web service, which is among `webServices` of the module's `ModuleInfo`.
    var service: String { get }
    /// The path below the address of the service, such as `user/login`, not escaped: `?` and `#` are parts of a segment.
    ///
    /// A segment `.` or `..`, an empty segment and a control character are errors.
    var path: String { get }
    /// The HTTP method; `get` by default.
    var method: HTTPMethod { get }
    /// The parameters with their encoding; none by default.
    var parameters: APIParameters { get }
    /// Header fields besides those of the client; none by default.
    ///
    /// Names are tokens and values printable ASCII of up to 8 KiB (RFC 9110, 5). The client itself sets `Host`,
    /// `Content-Type`, `Content-Length`, `Connection`, `Transfer-Encoding`, `Expect`, `TE`, `Upgrade` and `Proxy-…`.
    var headers: [String: String] { get }
    /// The names of query items and members of JSON bodies whose values no message, list or trace shows; none by default.
    ///
    /// Values of header fields are never shown.
    static var sensitiveParameters: Set<String> { get }
}

extension APICall {
    /// Reads.
    public var method: HTTPMethod { .get }
    /// No parameters.
    public var parameters: APIParameters { .none }
    /// No header fields.
    public var headers: [String: String] { [:] }
    /// No names.
    public static var sensitiveParameters: Set<String> { [] }
}

/// The parameters of an API call, with their encoding.
public enum APIParameters: Sendable {
    /// No parameters.
    case none
    /// Items of the URL's query; `nil` values of a dictionary literal are left out.
    case query(QueryItems)
    /// A body in JSON (RFC 8259), 16 MiB at most.
    case json(any Encodable & Sendable)
    /// A body of bytes with their media type, such as `image/jpeg`, 16 MiB at most.
    case bytes([UInt8], mediaType: String)
}

/// The progress of an upload.
public struct UploadProgress: Sendable, Equatable {
    /// The bytes that were handed to the connection so far. The service may not have read them yet.
    public let sent: Int
    /// The bytes of the whole body.
    public let total: Int

    /// The share that was sent, from 0 to 1.
    public var fraction: Double { total == 0 ? 1 : Double(sent) / Double(total) }
}

/// A conversion of a service's answer into what a view needs, so that neither the call nor the view knows the other's form.
///
/// Services with different answers need one view only, and one answer serves several views.
public protocol Reformer<Answer, Output>: Sendable {
    /// The service's answer.
    associatedtype Answer
    /// The value for the view.
    associatedtype Output

    /// Returns the value for the view.
    func reform(_ answer: Answer) throws -> Output
}
