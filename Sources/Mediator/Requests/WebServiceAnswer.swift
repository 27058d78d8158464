import FoundationEssentials

extension WebServiceCall {
    /// The form in which a caller receives the answer of a web service.
    @_spi(Host) public enum AnswerForm: UInt8, Sendable {
        /// The JSON of a successful answer.
        case json
        /// The bytes of a successful answer.
        case bytes
        /// The bytes, status and header fields of an answer with any status.
        case response

        /// The maximum size of an answer in bytes, unless the call sets another limit.
        @_spi(Host) public var sizeLimit: Int { self == .json ? 1 << 20 : WebServiceCall.bodyLimit }
    }
}

/// The answer of a web service, with its status and header fields; the value of a call with the form `response`.
@_spi(Host) public struct WebServiceAnswer: Codable, Sendable {
    /// The status code.
    public let status: Int
    /// The header fields; names are in lower case.
    public let headers: [String: String]
    /// The body as `Data`, which has more compact JSON than an array of bytes.
    private let content: Data

    /// The bytes of the body.
    public var body: [UInt8] { Array(content) }

    /// Describes an answer.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
        content = Data(body)
    }

    /// Reads the answer of a service, or of a route that replaces the service. A route's answer has the status 200.
    /// - Throws: `PayloadError.notEncodable` for a value without JSON, or `.mismatch` for an answer in another form.
    public init(_ payload: Payload) throws(PayloadError) {
        if payload.typeName == String(describing: Self.self) {
            self = try payload.decode()
        } else {
            let bytes: [UInt8] =
                if let bytes = payload.unchanged(as: [UInt8].self) { bytes } else { try payload.json() }
            self.init(status: 200, body: bytes)
        }
    }
}
