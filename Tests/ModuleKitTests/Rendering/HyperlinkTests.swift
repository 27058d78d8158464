import Testing

@testable @_spi(Host) import Mediator
@testable @_spi(Host) import ModuleKit

@Suite(.timeLimit(.minutes(2))) struct `The links of a page on a terminal` {
    /// URLs, and the address of the terminal's link, if any.
    static let addresses: [(url: String, address: String?)] = [
        ("https://m.example.com/old?a=1#b", "https://m.example.com/old?a=1#b"),
        ("HTTP://m.example.com/", "HTTP://m.example.com/"),
        ("https://m.example.com/租", "https://m.example.com/%E7%A7%9F"),
        ("app://rent/42", nil), ("javascript:alert(1)", nil), ("https://m.example.com/a b", nil),
        ("https://m.example.com/\u{1B}\\", nil), ("https://m.example.com/\u{7}", nil),
        ("https://m.example.com/\u{202E}", nil), ("https://" + String(repeating: "x", count: 2_083), nil),
    ]

    @Test(arguments: addresses) func `only a web URL becomes a terminal link, in printable ASCII`(
        _ row: (url: String, address: String?)
    ) { #expect(Hyperlink.address(of: row.url) == row.address) }

    @Test func `a terminal link wraps the title and does not change the width`() {
        let url = "https://m.example.com/"
        let page = Page("Page") { Link("The old site", to: RouteURL(url)) }
        let lines = Array(PageRenderer(width: 80, numbers: PageNumbers()).lines(of: page, at: "app://page"))
        #expect(lines[2].width == 2 + 4 + 12 + 2 + url.count)
        let plain = LinePainter(usesColour: false).text(of: lines[2])
        #expect(plain == "  [1] The old site  \(url)")
        let linked = LinePainter(usesColour: false, showsLinks: true).text(of: lines[2])
        #expect(linked == "  [1] \u{1B}]8;;\(url)\u{1B}\\The old site\u{1B}]8;;\u{1B}\\  \(url)")
    }
}
