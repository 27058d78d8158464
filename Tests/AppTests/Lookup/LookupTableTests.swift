import Glibc
@_spi(Host) import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `A lookup table` {
    /// The patterns of a table, a URL, and the number of the pattern that answers for it.
    static let matches: [(patterns: [String], url: String, number: Int?)] = [
        (["app://old"], "app://old", 0),
        (["app://old"], "app://old/", 0),
        (["app://old"], "app://new", nil),
        (["app://old"], "web://old", nil),
        (["/old"], "web://old", 0),
        (["/old"], "https://old.example/old", nil),
        (["https://m.example.com/:page"], "https://m.example.com/help", 0),
        (["app://help/*topic", "app://help/:topic", "app://help/rent"], "app://help/rent", 2),
        (["app://help/*topic", "app://help/:topic", "app://help/rent"], "app://help/account", 1),
        (["app://help/*topic", "app://help/:topic", "app://help/rent"], "app://help/rent/42", 0),
        ([], "app://old", nil),
    ]

    @Test(arguments: matches)
    func `a lookup table answers with the most specific pattern`(
        _ row: (patterns: [String], url: String, number: Int?)
    ) async throws {
        let answers = row.patterns.enumerated().map { number, pattern in
            #"{"pattern":"\#(pattern)","answer":{"kind":"redirect","url":"app://answer/\#(number)"}}"#
        }
        let table = try Self.table(#"{"format_version":"1.0","answers":[\#(answers.joined(separator: ","))]}"#)
        let url = try RouteURL(parsing: row.url)
        #expect(try await table.resolve(Question(url)) == row.number.map { .redirect(to: "app://answer/\($0)") })
        #expect((table.canResolve(url) == .no) == (row.number == nil))
    }

    /// An answer, and its availability for `open` and for `call`.
    @Test(arguments: [
        (Resolution.value(Payload(1)), Availability.no, Availability.yes),
        (.web(url: "https://m.example.com"), .yes, .no),
        (.redirect(to: "app://y"), .undecided, .undecided),
        (.gone(reason: nil), .no, .no),
    ])
    func `the availability of a lookup table's answer depends on its kind and the verb`(
        answer: Resolution, open: Availability, call: Availability
    ) async throws {
        let table = try LookupTable(["app://x": answer])
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [table])
        for (verb, availability) in [(Request.Verb.open, open), (.call, call)] {
            #expect(table.canResolve(RouteURL("app://x"), for: verb) == availability)
            #expect(try mediator.availability(of: "app://x", for: verb, origin: .shell) == availability)
        }
    }

    @Test func `a lookup table of a later minor version is read, and unknown fields are ignored`() async throws {
        let table = try Self.table(
            #"{"format_version":"1.9","since":2,"answers":[{"pattern":"/a","note":"","answer":"#
                + #"{"kind":"web","url":"https://m.example.com/a","ttl":60}}]}"#)
        #expect(try await table.resolve(Question(RouteURL("app://a"))) == .web(url: "https://m.example.com/a"))
    }

    @Test(arguments: [
        ("", "column 1 is not a value"),
        ("<html></html>", "column 1 is not a value"),
        ("[]", "the value"),
        ("{}", #""format_version" is missing"#),
        (#"{"format_version":"1.0"}"#, #""answers" is missing"#),
        (#"{"format_version":1,"answers":[]}"#, #""format_version" is not of type String"#),
        (entry(#"{"answer":{"kind":"web","url":"https://a.example"}}"#), #""answers.0.pattern" is missing"#),
        (entry(#"{"pattern":"/a"}"#), #""answers.0.answer" is missing"#),
        (
            entry(#"{"pattern":"/a","answer":{"kind":"dance","url":"app://b"}}"#),
            "expected one of web, redirect, page, module, gone, denied, table, found dance"
        ),
        (entry(#"{"pattern":"/a","answer":{"kind":"web","url":"app://b"}}"#), "a web page needs an http or https URL"),
        (entry(#"{"pattern":"/a","answer":{"kind":"redirect","url":"b"}}"#), #""b" has no scheme"#),
    ])
    func `an invalid lookup table is refused with the reason`(json: String, reason: String) {
        #expect {
            try Self.table(json)
        } throws: { error in
            guard case LookupTableError.invalidTable("table.json", let found) = error else { return false }
            return found.contains(reason) && !found.hasSuffix(".")
        }
    }

    @Test(arguments: ["2.0", "0.9", "1", "", "10.0", "one"])
    func `a lookup table with an unknown format version is refused`(version: String) {
        #expect(throws: LookupTableError.unknownFormat(name: "table.json", found: version)) {
            try Self.table(#"{"format_version":"\#(version)","answers":[]}"#)
        }
    }

    @Test(arguments: ["", "old", "/a/:", "/a/*b/c", "/a/(b)"])
    func `a lookup table with an invalid pattern is refused`(pattern: String) {
        #expect {
            try Self.table(Self.entry(#"{"pattern":"\#(pattern)","answer":{"kind":"redirect","url":"app://b"}}"#))
        } throws: { error in
            if case LookupTableError.invalidPattern("table.json", pattern, _) = error { true } else { false }
        }
    }

    @Test func `a lookup table with two patterns of the same shape is refused`() {
        let answer = #""answer":{"kind":"redirect","url":"app://b"}"#
        #expect(throws: LookupTableError.sameShape(name: "table.json", pattern: "/a/:id", other: "/a/:name")) {
            try Self.table(Self.entry(#"{"pattern":"/a/:name",\#(answer)},{"pattern":"/a/:id",\#(answer)}"#))
        }
    }

    @Test func `a lookup table is read from a file`() async throws {
        try await TemporaryFolder.with { folder in
            let entry = Self.entry(#"{"pattern":"app://old","answer":{"kind":"redirect","url":"app://new"}}"#)
            let table = try LookupTable(file: try folder.write(entry, to: "table.json"))
            #expect(table.name == folder.path("table.json"))
            #expect(try await table.resolve(Question(RouteURL("app://old"))) == .redirect(to: "app://new"))
        }
    }

    @Test func `a lookup table in a file that cannot be read is refused`() throws {
        try TemporaryFolder.with { folder in
            let missing = folder.path("missing.json")
            #expect(throws: LookupTable.unreadable(missing, .system(ENOENT))) { try LookupTable(file: missing) }
            let error = #expect(throws: Failure.self) { try LookupTable(file: folder.path) }
            #expect(error?.message.hasPrefix("the remote table \(folder.path) cannot be read: ") == true)
        }
    }

    @Test(arguments: [
        ("app://home", Resolution.redirect(to: "app://account/centre")),
        ("app://help/rent/deposit", .web(url: "https://m.example.com/help")),
        ("app://nowhere/at/all", .web(url: "https://m.example.com/nowhere")),
    ])
    func `the lookup table of the demonstration answers its URLs`(url: String, answer: Resolution) async throws {
        let folder = try #require(DemoFolder.answers(of: BuildProducts.path("switchboard")))
        #expect(try await LookupTable(file: folder + "/table.json").resolve(Question(RouteURL(url))) == answer)
    }

    private static func table(_ json: String) throws(LookupTableError) -> LookupTable {
        try LookupTable(json: Array(json.utf8), name: "table.json")
    }

    private static func entry(_ text: String) -> String { #"{"format_version":"1.0","answers":[\#(text)]}"# }
}
