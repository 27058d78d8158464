@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A URL with values in its literal` {
    static let values = [
        "42", "New York", "Bath&max=4000", "a/b", "..", ".", "", "a?b", "a#b", "%2F", "%", "%2e%2e", "+", "=", "&", ";",
        "ü", "你好", "👨‍👩‍👧", "\u{0}", "a\nb", "\u{7F}", String(repeating: "x", count: 9_000), "//evil", "/",
        "javascript:",
        "user@host:80", "{}", "\\", "\"", "*", "***", "a b c",
    ]

    /// A place for a value in a URL, and the parts of the URL with the value; a segment of the value alone is whole.
    struct Place: Sendable, CustomStringConvertible {
        let description: String
        var isWhole = true
        let url: @Sendable (String) -> RouteURL
        var segments: @Sendable (String) -> [String] = { _ in ["rent", "list"] }
        var query: @Sendable (String) -> [QueryItem] = { _ in [] }
        var fragment: @Sendable (String) -> String? = { _ in nil }
    }

    static let places = [
        Place(description: "first segment", url: { "app://\($0)/list" }, segments: { [$0, "list"] }),
        Place(description: "only segment", url: { "app://\($0)" }, segments: { [$0] }),
        Place(description: "first segment of a path", url: { "/\($0)/list" }, segments: { [$0, "list"] }),
        Place(description: "middle segment", url: { "app://rent/\($0)/list" }, segments: { ["rent", $0, "list"] }),
        Place(description: "last segment", url: { "app://rent/\($0)" }, segments: { ["rent", $0] }),
        Place(
            description: "last segment before a query", url: { "app://rent/\($0)?a=1#b" }, segments: { ["rent", $0] },
            query: { _ in [QueryItem(name: "a", value: "1")] }, fragment: { _ in "b" }),
        Place(
            description: "part of a segment", isWhole: false, url: { "app://rent/a\($0)z/list" },
            segments: { ["rent", "a\($0)z", "list"] }),
        Place(
            description: "two values of a segment", isWhole: false, url: { "app://rent/\($0)-\($0)" },
            segments: { ["rent", "\($0)-\($0)"] }),
        Place(
            description: "path of a web page", url: { "https://m.example.com/\($0)/list" }, segments: { [$0, "list"] }),
        Place(
            description: "name in a query", isWhole: false, url: { "app://rent/list?\($0)=1&b=2" },
            query: { [QueryItem(name: $0, value: "1"), QueryItem(name: "b", value: "2")] }),
        Place(
            description: "value in a query", isWhole: false, url: { "app://rent/list?a=\($0)&b=2" },
            query: { [QueryItem(name: "a", value: $0), QueryItem(name: "b", value: "2")] }),
        Place(
            description: "value in a query before a fragment", isWhole: false, url: { "app://rent/list?a=\($0)#end" },
            query: { [QueryItem(name: "a", value: $0)] }, fragment: { _ in "end" }),
        Place(
            description: "fragment", isWhole: false, url: { "app://rent/list#\($0)" }, fragment: { $0 }),
    ]

    @Test(arguments: places) func `a value in a URL changes only its own place, or the URL is invalid`(_ place: Place) {
        for value in Self.values {
            let url = place.url(value)
            let isLost =
                place.isWhole && ["", ".", ".."].contains(value) || value.utf8.contains(0) || value.count > 8_192
            #expect(url.isValid == !isLost, "\(value.prefix(40)): \(url.text.prefix(80))")
            guard url.isValid else { continue }
            #expect(url.segments == place.segments(value))
            #expect(url.query == place.query(value))
            #expect(url.fragment == place.fragment(value))
        }
    }

    static let faults: [(url: RouteURL, fault: RouteURLError)] = [
        ("app://rent/\("")", .unwritable(column: 12, value: "")),
        ("app://rent/\("..")/list", .unwritable(column: 12, value: "..")),
        ("app://\(".")/list", .unwritable(column: 7, value: ".")),
        ("app://rent/\(".")\(".")", .unwritable(column: 12, value: "..")),
        ("app://rent/.\(".")?a=1", .unwritable(column: 12, value: "..")),
        ("app://rent/%2E\(".")", .unwritable(column: 12, value: "..")),
        ("app://rent/\("")\("")#a", .unwritable(column: 12, value: "")),
        ("app://rent/\("a\u{0}")", .unwritable(column: 12, value: "a%00")),
        ("app://rent?a=\("\u{0}")", .unwritable(column: 14, value: "%00")),
        ("app://rent#\("\u{0}")", .unwritable(column: 12, value: "%00")),
        ("https://\("")/list", .unwritable(column: 9, value: "")),
        ("\("")/list", .noScheme(text: "%{}/list")),
        ("\("javascript:")/list", .noScheme(text: "javascript%3A/list")),
        ("\("app://rent")", .noScheme(text: "app%3A%2F%2Frent")),
        ("\(RouteURL(""))/list", .noScheme(text: "%{}/list")),
        ("\(RouteURL("app://a%4"))1", .malformedEscape(column: 8)),
    ]

    @Test(arguments: faults) func `a URL with a value that it cannot have is invalid, and names the value`(
        _ row: (url: RouteURL, fault: RouteURLError)
    ) throws {
        #expect(row.url.fault == row.fault)
        #expect(row.url.segments.isEmpty && row.url.query.isEmpty && row.url.scheme == nil && row.url.host == nil)
        #expect(RouteURL(row.url.text).fault == row.fault, "the text alone is as invalid")
    }

    static let texts: [(url: RouteURL, text: String)] = [
        ("app://rent/list?a=b c&\(1)", "app://rent/list?a=b c&1"),
        ("app://rent/\(42)/\(4.5)/\(true)/\(Character("x"))", "app://rent/42/4.5/true/x"),
        ("app://rent/\("a,b;c:d@e")", "app://rent/a,b;c:d@e"),
        ("app://rent?to=\("app://a/b?c")", "app://rent?to=app://a/b?c"),
        ("\(RouteURL("app://rent/a%20b"))/photos?of=\("a b")", "app://rent/a%20b/photos?of=a%20b"),
        ("app://share?link=\(RouteURL("app://rent?a=1&b=2"))", "app://share?link=app://rent?a%3D1%26b%3D2"),
        ("\("app")://\("rent")/\(1)", "app://rent/1"),
        ("https://\("a@evil.com:80").example.com/", "https://a%40evil.com%3A80.example.com/"),
        ("tel:\("+49 30")", "tel:+49%2030"),
    ]

    @Test(arguments: texts) func `a URL keeps its literal text, and escapes its values`(
        _ row: (url: RouteURL, text: String)
    ) { #expect(row.url.text == row.text) }

    @Test func `a URL keeps the text that it is created from, even if it is invalid`() throws {
        let text = "app://rent/a b"
        #expect(RouteURL(text).text == text)
        #expect(RouteURL(text).fault == .control(column: 13, byte: 0x20))
        #expect(throws: RouteURLError.control(column: 13, byte: 0x20)) { try RouteURL(parsing: text) }
        let json = try Payload([RouteURL(text), "app://rent"]).json()
        #expect(
            String(decoding: json, as: UTF8.self).replacing("\\/", with: "/") == #"["app://rent/a b","app://rent"]"#)
        #expect(try Payload(written: json, type: "x").decode(as: [RouteURL].self) == [RouteURL(text), "app://rent"])
    }
}
