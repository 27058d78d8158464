/// Why a text is not a URL that can be routed; columns count UTF-8 bytes from 1.
public enum RouteURLError: Error, Sendable, Equatable {
    /// The text is empty.
    case empty
    /// The text is longer than `RouteURL.maximumLength`.
    case tooLong(bytes: Int)
    /// The text begins with neither a scheme nor `/`.
    case noScheme(text: String)
    /// A space or control character stands unescaped, or is hidden in an escape.
    case control(column: Int, byte: UInt8)
    /// A `%` is not followed by two hexadecimal digits.
    case malformedEscape(column: Int)
    /// A component is not UTF-8 after decoding; the column is where the component begins.
    case invalidUTF8(column: Int)
    /// An `http` or `https` URL names no host.
    case noHost(text: String)
}

extension RouteURLError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .empty:
            "the URL is empty; write one such as app://rent/list"
        case .tooLong(let bytes):
            "the URL has \(bytes) bytes, the limit is \(RouteURL.maximumLength); send long data as the body of a call"
        case .noScheme(let text) where text.contains("//") || text.contains { ":%?#".contains($0) }:
            "\"\(text)\" does not begin with a scheme or /; write a URL such as app://rent/list"
        case .noScheme(let text):
            "\"\(text)\" has no scheme; write app://\(text) or /\(text)"
        case .control(let column, byte: 0):
            "column \(column) holds the character 0x00, which no URL may have; leave it out"
        case .control(let column, let byte):
            "column \(column) holds the character \(Self.name(of: byte)); write it as %\(Self.hexadecimal(byte)) in a query, "
                + "or leave it out"
        case .malformedEscape(let column):
            "the % at column \(column) is not followed by two hexadecimal digits; write a plain % as %25"
        case .invalidUTF8(let column):
            "the text from column \(column) is not UTF-8; escape the UTF-8 bytes of the text"
        case .noHost(let text):
            "\"\(text)\" names no host; write one after //"
        }
    }

    private static func name(of byte: UInt8) -> String {
        byte == 0x20 ? "space" : "0x" + hexadecimal(byte)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
