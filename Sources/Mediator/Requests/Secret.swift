/// A password, token or key, whose text never appears in descriptions, logs, traces, errors or recordings.
///
/// It is not `Encodable`, so that no payload carries it by accident.
public struct Secret: Sendable, Equatable {
    /// The secret itself.
    public let bytes: [UInt8]

    /// Creates a secret from bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a secret from text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The secret itself as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text `‹redacted›` instead of the secret.
    public var description: String { "‹redacted›" }
    /// The text `‹redacted›` instead of the secret.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
