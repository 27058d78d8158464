extension RouteURL: ExpressibleByStringInterpolation {
    /// Creates a URL from a literal, without escaping it.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a URL from a literal with interpolated values; only the values are escaped.
    public init(stringInterpolation text: StringInterpolation) { self.init(text.finished) }

    /// The text of a URL literal with interpolated values, which is built piece by piece.
    ///
    /// A value is escaped for its part of the URL, so that parsing restores the value. A value that is a whole path
    /// segment cannot be empty, `.` or `..`: no escape can express these texts, so the URL is invalid.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        private enum Part: Comparable { case scheme, host, path, query, fragment }

        private var bytes: [UInt8] = []
        private var part = Part.scheme
        /// The offset at which the current piece begins: the scheme, the host, or a path segment.
        private var start = 0
        /// Whether the current piece contains a value.
        private var hasValue = false

        /// Prepares for a literal.
        public init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends a part of the literal, without escaping it.
        public mutating func appendLiteral(_ literal: String) { for byte in literal.utf8 { append(byte) } }

        /// Appends a value, escaped.
        public mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
            bytes += escaped(value.description).utf8
            hasValue = true
        }

        /// Appends a URL: unchanged at the beginning of the literal, otherwise escaped like a value.
        public mutating func appendInterpolation(_ url: RouteURL) {
            if bytes.isEmpty, !hasValue {
                appendLiteral(url.isValid ? url.text : url.text + PercentEncoding.unwritable(url.text))
            } else {
                bytes += escaped(url.text).utf8
                hasValue = true
            }
        }

        fileprivate var finished: String {
            var whole = self
            whole.endPiece()
            return String(decoding: whole.bytes, as: UTF8.self)
        }

        private func escaped(_ text: String) -> String {
            if text.utf8.contains(0) { return PercentEncoding.unwritable(text) }
            return switch part {
            case .scheme, .host: PercentEncoding.component(text)
            case .path: PercentEncoding.segment(text)
            case .query: PercentEncoding.query(text)
            case .fragment: PercentEncoding.fragment(text)
            }
        }

        private mutating func append(_ byte: UInt8) {
            switch (byte, part) {
            case (UInt8(ascii: "#"), ...Part.query): begin(.fragment, after: byte)
            case (UInt8(ascii: "?"), ...Part.path): begin(.query, after: byte)
            case (UInt8(ascii: "/"), ...Part.path): begin(.path, after: byte)
            case (UInt8(ascii: ":"), .scheme): begin(.path, after: byte)
            default: bytes.append(byte)
            }
            if part == .path, byte == UInt8(ascii: "/"), isBeforeHost { part = .host }
        }

        private mutating func begin(_ next: Part, after byte: UInt8) {
            endPiece()
            bytes.append(byte)
            (part, start, hasValue) = (next, bytes.count, false)
        }

        /// Makes the text invalid if the current piece has a value and cannot be in a URL.
        private mutating func endPiece() {
            guard hasValue, part <= .path else { return }
            let piece = PercentEncoding.decoded(String(decoding: bytes[start...], as: UTF8.self))
            if PercentEncoding.isSegment(piece) { return }
            bytes.removeSubrange(start...)
            bytes += PercentEncoding.unwritable(piece).utf8
        }

        /// Whether the text so far is `http://` or `https://`; the host comes next.
        private var isBeforeHost: Bool {
            bytes.count <= 8 && ["http://", "https://"].contains(String(decoding: bytes, as: UTF8.self).lowercased())
        }
    }
}
