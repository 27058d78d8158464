import Foundation
import Testing

@testable @_spi(Host) import ModuleKit

/// The snapshots are in `Tests/Fixtures/Pages`. With `SWITCHBOARD_TEST_RECORD` in the environment, the tests write them
/// and fail, so that nobody mistakes a recording for a check.
@Suite(.timeLimit(.minutes(2))) struct `A page on a terminal` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Pages").standardizedFileURL.path

    @Test(arguments: SamplePages.all.map(\.name), [40, 80, 120])
    func `a page without colours matches its snapshot`(
        _ name: String, width: Int
    ) throws {
        try Self.compare(name, width: width, usesColour: false)
    }

    @Test(arguments: SamplePages.all.map(\.name)) func `a page with colours matches its snapshots`(
        _ name: String
    ) throws {
        for width in [40, 80, 120] { try Self.compare(name, width: width, usesColour: true) }
    }

    @Test(arguments: SamplePages.all.map(\.name), [20, 40, 80, 120, 200])
    func `no line of a page is wider than the limit`(
        _ name: String, width: Int
    ) throws {
        for line in try Self.lines(name, width: width) {
            #expect(line.width <= width, "\(line.text)")
            #expect(line.width == DisplayWidth.of(line.text), "\(line.text)")
        }
    }

    @Test(arguments: SamplePages.all.map(\.name)) func `colours do not change the text of a page`(
        _ name: String
    ) throws {
        let painter = LinePainter(usesColour: true)
        for line in try Self.lines(name, width: 60) {
            #expect(painter.text(of: line).replacing(/\u{1B}\[[0-9;]*m/, with: "") == line.text)
        }
    }

    /// Numbers that a server may put into a layout.
    static let numbers = ["0", "-1", "7", "9223372036854775807", "9223372036854775806", "-9223372036854775808"]

    @Test(arguments: numbers, [20, 80, 10_000, .max])
    func `a page is rendered with any numbers in its layout`(
        _ number: String, width: Int
    ) throws {
        let text = #"{"kind":"text","text":"a"}"#
        for layout in [#""alignment":"center""#, #""alignment":"trailing""#, #""axis":"horizontal""#] {
            let frame = #""kind":"container","layout":{\#(layout),"indent":\#(number),"width":\#(number)}"#
            let inner = #"{\#(frame),"elements":[\#(text),\#(text)]}"#
            let json = #"{"title":"","elements":[{\#(frame),"elements":[\#(inner),\#(inner)]}]}"#
            let page = try JSONDecoder().decode(Page.self, from: Data(json.utf8))
            let lines = PageRenderer(width: width, numbers: PageNumbers()).lines(of: page)
            #expect(lines.contains { $0.text.hasSuffix("a") })
        }
    }

    @Test func `a page without a limit has one line for each row and paragraph`() throws {
        let lines = try Self.lines("elements", width: PageRenderer.endlessWidth).map(\.text)
        #expect(lines.count == 33)
        for number in 1...9 { #expect(lines.count { $0.hasPrefix("  [\(number)] ") } == 1) }
    }

    @Test func `titles after numbers of one and two digits are aligned if alignsTitles is set`() {
        let links = (1...11).map { Link("home", to: RouteURL("app://\($0)")) }
        let page = Page("Homes") {
            Link("first", to: "app://0")
            Text("and others:")
            for link in links { link }
        }
        var renderer = PageRenderer(width: 40, numbers: PageNumbers())
        renderer.alignsTitles = true
        let lines = renderer.lines(of: page).map(\.text).dropFirst(2)
        #expect(lines.first == "  [1] first  app://0")
        let others =
            (2...9).map { "  [\($0)]  home  app://\($0 - 1)" } + (10...12).map { "  [\($0)] home  app://\($0 - 1)" }
        #expect(Array(lines.dropFirst(2)) == others)
    }

    private static func lines(_ name: String, width: Int) throws -> [TextLine] {
        let page = try #require(SamplePages.all.first { $0.name == name }).page
        return Array(PageRenderer(width: width, numbers: PageNumbers()).lines(of: page))
    }

    private static func compare(_ name: String, width: Int, usesColour: Bool) throws {
        let painter = LinePainter(usesColour: usesColour)
        let text = try lines(name, width: width).map { painter.text(of: $0) + "\n" }.joined()
            .replacing("\u{1B}", with: "␛")
        let file = "\(folder)/\(name).\(width).\(usesColour ? "colour" : "plain").txt"
        if ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_RECORD"] != nil {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            Issue.record("\(file) was written; look at it, and run the tests without SWITCHBOARD_TEST_RECORD")
        }
        #expect(text == (try String(contentsOfFile: file, encoding: .utf8)), "\(file)")
    }
}
