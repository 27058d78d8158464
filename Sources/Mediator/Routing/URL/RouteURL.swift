/// A parsed and normalised URL for a route.
///
/// It follows RFC 3986 with the rules of a router. Scheme and host ignore case, empty segments and a trailing slash are
/// ignored, and dot segments are resolved. A segment is percent-decoded after the path was split, so a `%2F` does not
/// split it. Text is compared in Unicode's composed form (NFC). For a scheme other than `http` and `https`, the
/// authority is the first path segment: `app://rent/42` and `/rent/42` have the same path. Parsing checks the whole
/// URL. Each access to a component decodes the component, in time linear in its length. Any thread can use a URL.
///
/// ```swift
/// Link("Only \(city)", to: "app://rent/list?city=\(city)")
/// ```
///
/// An interpolated value is escaped for its part of the URL; other text is not escaped. An invalid URL has no
/// components, and a request for it fails.
public struct RouteURL: Sendable {
    /// The longest accepted URL, in UTF-8 bytes.
    public static let maximumLength = 8192

    /// The text as it was given.
    public let text: String
    let parts: URLParts

    /// Creates a URL from a text without escaping it, in time linear in its length.
    public init(_ text: String) {
        // With a variable, a text that is not contiguous in memory is copied only once.
        var text = text
        parts = (try? Self.parse(&text).get()) ?? .invalid
        self.text = text
    }

    /// Parses a URL in time linear in its length.
    /// - Throws: `RouteURLError` with the column of the first fault.
    public init(parsing text: String) throws(RouteURLError) {
        var text = text
        parts = try Self.parse(&text).get()
        self.text = text
    }

    private static func parse(_ text: inout String) -> Result<URLParts, RouteURLError> {
        text.withUTF8 { bytes in
            Result { () throws(RouteURLError) in
                var parser = RouteURLParser(bytes)
                return try parser.parse()
            }
        }
    }

    /// Whether the text is a valid URL.
    public var isValid: Bool { !parts.isInvalid }

    /// The reason why the text is not a URL, or `nil` for a valid URL.
    public var fault: RouteURLError? {
        if isValid { return nil }
        var text = text
        return if case .failure(let error) = Self.parse(&text) { error } else { nil }
    }

    /// The scheme in lower case, or `nil` for a URL that begins with `/`.
    public var scheme: String? { withBytes { $0.scheme } }

    /// The host for `http` and `https`, in lower case, without a final dot; with the port if it is not the scheme's
    /// default.
    public var host: String? { withBytes { $0.host } }

    /// The decoded path segments.
    public var segments: [String] { withBytes { $0.segments } }

    /// The decoded query items, in the order in which they are written.
    public var query: [QueryItem] { parts.query.count > 0 ? withBytes { $0.query } : [] }

    /// The decoded fragment, without its `#`.
    public var fragment: String? { withBytes { $0.fragment } }

    /// The fragment as it is written, with its `#`; empty if there is none.
    var writtenFragment: String {
        parts.hasFragment ? withBytes { "#" + $0.text(in: parts.fragment) } : ""
    }

    /// Calls a closure with the text's bytes, without a copy.
    @inline(__always) func withBytes<Result>(_ body: (URLBytes) -> Result) -> Result {
        let parts = parts
        if let result = text.utf8.withContiguousStorageIfAvailable({ body(URLBytes($0, parts)) }) { return result }
        var text = text
        return text.withUTF8 { body(URLBytes($0, parts)) }
    }
}

extension RouteURL: Hashable {
    /// Returns whether two URLs have equal texts.
    public static func == (first: RouteURL, second: RouteURL) -> Bool { first.text == second.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RouteURL: LosslessStringConvertible {
    /// The text as it was given.
    public var description: String { text }
}

extension RouteURL: Codable {
    /// Decodes a text without escaping it.
    /// - Throws: `DecodingError` if the value is not a text; an invalid URL does not fail.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The positions of a URL's components in its text.
struct URLParts: Sendable {
    /// The scheme without its colon; empty if there is none.
    var scheme = ByteRange.empty
    /// The authority; empty if there is none.
    var authority = ByteRange.empty
    /// The path without the authority.
    var path = ByteRange.empty
    var query = ByteRange.empty
    var fragment = ByteRange.empty
    var hasFragment = false
    /// Whether the scheme is `http` or `https`; the authority is then a host.
    var isWeb = false
    /// Whether the URL must be decoded, because it contains a `%` or text that is not composed.
    var hasEscapes = false
    /// Whether the text is composed (NFC); a part without escapes then needs no decoding.
    var isComposed = true
    var isInvalid = false

    static let invalid = URLParts(isInvalid: true)

    /// The path with its first slash. If the authority is the first segment, the path begins with the slash before the
    /// authority.
    var writtenPath: ByteRange {
        isWeb || authority.count == 0 ? path : ByteRange(authority.lowerBound - 1, path.upperBound)
    }

    /// The path, including an authority that is its first segment.
    var wholePath: ByteRange {
        isWeb || authority.count == 0 ? path : ByteRange(authority.lowerBound, path.upperBound)
    }
}

/// A range of UTF-8 bytes in a text that is not longer than `RouteURL.maximumLength`.
struct ByteRange: Sendable {
    let start: UInt16
    let end: UInt16

    static let empty = ByteRange(0, 0)

    @inline(__always) init(_ start: Int, _ end: Int) {
        self.start = UInt16(truncatingIfNeeded: start)
        self.end = UInt16(truncatingIfNeeded: end)
    }

    @inline(__always) var lowerBound: Int { Int(start) }
    @inline(__always) var upperBound: Int { Int(end) }
    @inline(__always) var range: Range<Int> { Int(start)..<Int(end) }
    @inline(__always) var count: Int { Int(end) - Int(start) }
}
