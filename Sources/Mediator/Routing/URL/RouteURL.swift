/// A parsed and normalised URL for a route.
///
/// Follows RFC 3986 with the rules of a router: scheme and host ignore case, empty segments collapse, a trailing slash
/// does not count, dot segments are resolved, and a segment is percent-decoded after the split, so `%2F` stays inside
/// it. For a scheme other than `http` and `https` the authority is the first path segment: `app://rent/42` and
/// `/rent/42` have one path. Parsing checks everything and decodes nothing: a component is decoded at each access, in
/// time linear in its length. It is a value: use it from any thread.
///
/// ```swift
/// Link("Only \(city)", to: "app://rent/list?city=\(city)")
/// ```
///
/// A value in a literal is escaped for the part of the URL in which it stands. A text is taken as it is; an invalid one
/// has no components, and a request for it fails.
public struct RouteURL: Sendable {
    /// The longest accepted URL, in UTF-8 bytes.
    public static let maximumLength = 8192

    /// The text in its given form.
    public let text: String
    let parts: URLParts

    /// Takes a text as it is; its characters are not escaped. Linear in its length.
    public init(_ text: String) {
        // Copies a text that is not contiguous, once.
        var text = text
        parts = (try? Self.parse(&text).get()) ?? .invalid
        self.text = text
    }

    /// Parses a URL in time linear in its length.
    ///
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

    /// Whether the text is a URL.
    public var isValid: Bool { !parts.isInvalid }

    /// The reason why the text is no URL; `nil` for a valid one.
    public var fault: RouteURLError? {
        if isValid { return nil }
        do throws(RouteURLError) {
            _ = try RouteURL(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    /// The scheme in lower case, or `nil` for a URL that begins with `/`.
    public var scheme: String? {
        parts.scheme.count == 0
            ? nil : withBytes { String(decoding: $0[parts.scheme.range], as: UTF8.self).lowercased() }
    }

    /// The authority in lower case, for `http` and `https` only.
    public var host: String? {
        parts.isWeb ? withBytes { decode($0[parts.authority.range]).lowercased() } : nil
    }

    /// The decoded path segments.
    public var segments: [String] {
        withBytes { bytes in
            var segments: [String] = []
            if !parts.isWeb, parts.authority.count > 0 {
                let first = decode(bytes[parts.authority.range])
                if first != ".", first != ".." { segments.append(first) }
            }
            let first = segments.count
            for part in bytes[parts.path.range].split(separator: UInt8(ascii: "/")) {
                switch decode(part) {
                case ".": continue
                // A `..` removes the segment before it and stops at the authority.
                case "..": if segments.count > first { segments.removeLast() }
                case let segment: segments.append(segment)
                }
            }
            return segments
        }
    }

    /// The decoded query items in their written order.
    public var query: [QueryItem] {
        guard parts.query.count > 0 else { return [] }
        return withBytes { bytes in
            bytes[parts.query.range].split(separator: UInt8(ascii: "&")).map { part in
                let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
                return QueryItem(
                    name: decode(part[..<equals], plusIsSpace: true),
                    value: decode(part[equals...].dropFirst(), plusIsSpace: true))
            }
        }
    }

    /// The decoded fragment, without its `#`.
    public var fragment: String? {
        parts.hasFragment ? withBytes { decode($0[parts.fragment.range]) } : nil
    }

    /// The fragment with its `#` in its written form; empty if there is none.
    var writtenFragment: String {
        parts.hasFragment ? withBytes { "#" + String(decoding: $0[parts.fragment.range], as: UTF8.self) } : ""
    }

    /// Gives the text's bytes to a closure, without a copy.
    @inline(__always) func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        var text = text
        return text.withUTF8(body)
    }

    /// Decodes a component that the parser has validated.
    private func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, plusIsSpace: Bool = false) -> String {
        guard parts.hasEscapes || plusIsSpace else { return String(decoding: bytes, as: UTF8.self) }
        return (try? PercentDecoding.decode(bytes, plusIsSpace: plusIsSpace)) ?? ""
    }
}

extension RouteURL: Hashable {
    /// Returns whether two URLs have equal texts.
    public static func == (first: RouteURL, second: RouteURL) -> Bool { first.text == second.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RouteURL: LosslessStringConvertible {
    /// The text in its given form.
    public var description: String { text }
}

extension RouteURL: Codable {
    /// Decodes a text as it is.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension RouteURL {
    /// Gives the path's segments to a closure: from the text if it equals its decoded text, and otherwise from a decoded
    /// copy.
    @inline(__always) func withSegments<Result>(_ body: (PathSegments) -> Result) -> Result {
        withBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: PathSegments.startCount) { starts in
                // Neither a URL nor this buffer is ever empty, so they have addresses.
                let text = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                let scan = PathScan.segments(text, parts.wholePath.range, starts: starts.baseAddress.unsafelyUnwrapped)
                if let scan { return body(scan) }
                return PathSegments.with(decoded: segments, body)
            }
        }
    }
}

extension PathSegments {
    /// Gives decoded segments to a closure, each with a slash after it.
    fileprivate static func with<Result>(decoded segments: [String], _ body: (PathSegments) -> Result) -> Result {
        var bytes: [UInt8] = []
        var starts: [UInt16] = [0]
        for segment in segments {
            bytes += segment.utf8
            bytes.append(UInt8(ascii: "/"))
            starts.append(UInt16(bytes.count))
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
        return bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                // Both have at least one element, so they have addresses.
                body(
                    PathSegments(
                        bytes: bytes.baseAddress.unsafelyUnwrapped, starts: starts.baseAddress.unsafelyUnwrapped,
                        count: starts.count - 1))
            }
        }
    }
}

/// The places of a URL's components in its text.
struct URLParts: Sendable {
    /// Empty if there is none; without the colon.
    var scheme = ByteRange.empty
    /// Empty if there is none.
    var authority = ByteRange.empty
    /// Without the authority.
    var path = ByteRange.empty
    var query = ByteRange.empty
    var fragment = ByteRange.empty
    var hasFragment = false
    /// Whether the scheme is `http` or `https`, so that the authority is a host.
    var isWeb = false
    /// Whether there is a `%` in the URL.
    var hasEscapes = false
    /// Whether the text is no URL.
    var isInvalid = false

    static let invalid = URLParts(isInvalid: true)

    /// The path from its first slash on, with an authority that is its first segment; a slash stands before each of those.
    var writtenPath: ByteRange {
        isWeb || authority.count == 0 ? path : ByteRange(authority.lowerBound - 1, path.upperBound)
    }

    /// The path with an authority that is its first segment.
    var wholePath: ByteRange {
        isWeb || authority.count == 0 ? path : ByteRange(authority.lowerBound, path.upperBound)
    }
}

/// A part of a text that is not longer than `RouteURL.maximumLength`, in UTF-8 bytes.
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
