/// A thrown error that can be sent to another process.
///
/// The errors that callers distinguish keep their types. All other errors arrive as text.
@_spi(Host) public struct Thrown: Codable, Sendable {
    /// The error itself.
    public let error: any Error

    /// Wraps an error.
    public init(_ error: any Error) { self.error = error }

    /// The maximum depth of coding keys: 32 nested errors, one for each nested request, with four keys each.
    private static let depthLimit = 4 * 32

    private enum Form: Codable {
        case request(RequestError.Reason)
        case parameters(ParametersError)
        case parameter(ParameterError)
        case payload(PayloadError)
        case cancelled
        case words(String)
    }

    private var form: Form {
        switch error {
        case let error as RequestError: .request(error.reason)
        case let error as ParametersError: .parameters(error)
        case let error as ParameterError: .parameter(error)
        case let error as PayloadError: .payload(error)
        case is CancellationError: .cancelled
        default: .words(RequestError.words(error))
        }
    }

    /// Encodes the error under the name of its kind.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    /// Decodes an error, which another process may have forged.
    /// - Throws: `DecodingError` for an unknown kind, for nesting that is too deep, and for a deadline out of range.
    public init(from decoder: any Decoder) throws {
        let isTooDeep = decoder.codingPath.count > Self.depthLimit
        let form = isTooDeep ? nil : try Form(from: decoder)
        switch form {
        case .request(.deadline(_, _, let limit)) where limit < .zero || limit > RequestLimits.deadline:
            throw Self.fault(decoder, "the deadline is out of range")
        case .request(let reason): error = RequestError(reason)
        case .parameters(let found): error = found
        case .parameter(let found): error = found
        case .payload(let found): error = found
        case .cancelled: error = CancellationError()
        case .words(let words): error = DescribedError(description: words)
        case nil: throw Self.fault(decoder, "errors are nested too deeply")
        }
    }

    private static func fault(_ decoder: any Decoder, _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
    }
}

/// An error with a text that ends with the remedy.
@_spi(Host) public struct DescribedError: Error, CustomStringConvertible {
    /// The text.
    public let description: String

    /// Creates an error with a text.
    public init(description: String) { self.description = description }
}
