import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The parts of a URL` {
    struct Row: CustomTestStringConvertible {
        let text: String
        var scheme: String?
        var host: String?
        var segments: [String] = []
        var query: [String] = []
        var fragment: String?
        var testDescription: String { text }
    }

    static let rows = [
        Row(text: "app://rent/42", scheme: "app", segments: ["rent", "42"]),
        Row(text: "/rent/42", segments: ["rent", "42"]),
        Row(text: "APP://rent/List", scheme: "app", segments: ["rent", "List"]),
        Row(text: "app:rent/42", scheme: "app", segments: ["rent", "42"]),
        Row(text: "app://", scheme: "app"),
        Row(text: "/"),
        Row(text: "https://M.Example.com/rent/42", scheme: "https", host: "m.example.com", segments: ["rent", "42"]),
        Row(text: "http://localhost:8080", scheme: "http", host: "localhost:8080"),
        Row(text: "https://H.:443/a", scheme: "https", host: "h", segments: ["a"]),
        Row(text: "http://h:443", scheme: "http", host: "h:443"),
        Row(text: "http://h:0080", scheme: "http", host: "h"),
        Row(text: "https://[::1]:443/a", scheme: "https", host: "[::1]", segments: ["a"]),
        Row(text: "https://[::443]/a", scheme: "https", host: "[::443]", segments: ["a"]),
        Row(text: "https://b%C3%BCcher.example/a", scheme: "https", host: "bücher.example", segments: ["a"]),
        Row(text: "app://a@b:443/c", scheme: "app", segments: ["a@b:443", "c"]),
        Row(text: "app://rent//42/", scheme: "app", segments: ["rent", "42"]),
        Row(text: "app://rent/a%2Fb", scheme: "app", segments: ["rent", "a/b"]),
        Row(text: "app://rent/a+b", scheme: "app", segments: ["rent", "a+b"]),
        Row(text: "app://rent/%E5%8C%97%E4%BA%AC", scheme: "app", segments: ["rent", "北京"]),
        Row(text: "app://rent/北京", scheme: "app", segments: ["rent", "北京"]),
        Row(text: "app://rent/./a/../b", scheme: "app", segments: ["rent", "b"]),
        Row(text: "app://rent/../../account", scheme: "app", segments: ["rent", "account"]),
        Row(text: "app://rent/%2e%2e/account", scheme: "app", segments: ["rent", "account"]),
        Row(text: "/../../a", segments: ["a"]),
        Row(text: "app://../x", scheme: "app", segments: ["x"]),
        Row(text: "app://%2e/x", scheme: "app", segments: ["x"]),
        Row(text: "/a?b=c+d&e=%26&f&=g&h=i=j", segments: ["a"], query: ["b=c d", "e=&", "f=", "=g", "h=i=j"]),
        Row(text: "/a?u=app://x/y", segments: ["a"], query: ["u=app://x/y"]),
        Row(text: "/a?", segments: ["a"]),
        Row(text: "/a?&&b=1&", segments: ["a"], query: ["b=1"]),
        Row(text: "/a#b%20c?d", segments: ["a"], fragment: "b c?d"),
        Row(text: "/a?x=1#y", segments: ["a"], query: ["x=1"], fragment: "y"),
    ]

    @Test(arguments: rows) func `a URL is split into its scheme, host, segments, query and fragment`(_ row: Row)
        throws
    {
        let url = try RouteURL(parsing: row.text)
        #expect(url.scheme == row.scheme)
        #expect(url.host == row.host)
        #expect(url.segments == row.segments)
        #expect(url.query.map { "\($0.name)=\($0.value)" } == row.query)
        #expect(url.fragment == row.fragment)
        #expect(url.text == row.text)
    }

    static let refused: [(String, RouteURLError)] = [
        ("", .empty),
        ("rent/list", .noScheme(text: "rent/list")),
        ("1app://x", .noScheme(text: "1app://x")),
        ("app://a b", .control(column: 8, byte: 0x20)),
        ("app://a\u{0}", .control(column: 8, byte: 0)),
        ("app://a/%00", .control(column: 9, byte: 0)),
        ("app://a\u{1B}[2J", .control(column: 8, byte: 0x1B)),
        ("app://a/%", .malformedEscape(column: 9)),
        ("app://a/%4", .malformedEscape(column: 9)),
        ("app://a/%zz", .malformedEscape(column: 9)),
        ("/a?b=%", .malformedEscape(column: 6)),
        ("/a#%x1", .malformedEscape(column: 4)),
        ("app://a/%FF", .invalidUTF8(column: 9)),
        ("app://a/%C0%80", .invalidUTF8(column: 9)),
        ("https:///path", .noHost(text: "https:///path")),
        ("https:path", .noHost(text: "https:path")),
        ("https://:443/a", .noHost(text: "https://:443/a")),
        ("https://./a", .noHost(text: "https://./a")),
        ("https://user:word@h/a", .userInformation(column: 9)),
        ("https://m.example.com@evil.com/a", .userInformation(column: 9)),
        ("https://@h/a", .userInformation(column: 9)),
        ("https://h%2Fa", .control(column: 10, byte: 0x2F)),
        ("https://u%40h/a", .control(column: 10, byte: 0x40)),
    ]

    @Test(arguments: refused) func `a URL that cannot be read is refused with the column of the fault`(
        _ text: String, _ error: RouteURLError
    ) {
        #expect(throws: error) { try RouteURL(parsing: text) }
        #expect(!"\(error)".isEmpty)
    }

    @Test func `a URL of 8 KiB is parsed, and a longer URL is refused`() throws {
        let longest = "/" + String(repeating: "a", count: RouteURL.maximumLength - 1)
        #expect(try RouteURL(parsing: longest).segments.count == 1)
        #expect(throws: RouteURLError.tooLong(bytes: RouteURL.maximumLength + 1)) {
            try RouteURL(parsing: longest + "a")
        }
    }
}
