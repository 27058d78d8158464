@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Ranges of versions` {
    static let forms: [(text: String, written: String)] = [
        ("1.2", "[1.2.0,2.0.0)"), ("1", "[1.0.0,2.0.0)"), ("0.4.1", "[0.4.1,1.0.0)"), ("[1.0,2.0)", "[1.0.0,2.0.0)"),
        ("[1.0,2.0]", "[1.0.0,2.0.1)"), ("(1.0,2.0)", "[1.0.1,2.0.0)"), ("(1.0,2.0]", "[1.0.1,2.0.1)"),
        ("[1.0,1.0]", "[1.0.0,1.0.1)"), ("[ 1.0 , 2.0 )", "[1.0.0,2.0.0)"),
    ]

    @Test(arguments: forms) func `a range of versions is read`(_ row: (text: String, written: String)) throws {
        let range = try VersionRange(row.text)
        #expect("\(range)" == row.written)
        #expect(try VersionRange(range.description) == range)
    }

    @Test(arguments: [
        "", "x", "[", "[)", "[]", "[1.0]", "[1.0,2.0", "1.0,2.0)", "[1.0,2.0,3.0)", "[1.0,)", "[,2.0)", "[1 0,2.0)",
        "1.x",
        "[1.0,2.0)x", "\(Int.max)", "[1.0,1.0.\(Int.max)]", "é",
    ]) func `a range of versions of another form is refused`(_ text: String) {
        #expect(throws: VersionRangeError.unreadable(text)) { try VersionRange(text) }
    }

    @Test(arguments: ["[2.0,1.0)", "[1.0,1.0)", "(1.0,1.0]", "(1.0,1.0.1)"])
    func `a range without a version in it is refused`(_ text: String) {
        #expect(throws: VersionRangeError.empty(text)) { try VersionRange(text) }
    }

    static let versions: [(range: String, version: Version, isIn: Bool)] = [
        ("[1.0,2.0)", Version(1), true), ("[1.0,2.0)", Version(1, 99, 99), true), ("[1.0,2.0)", Version(2), false),
        ("[1.0,2.0]", Version(2), true), ("[1.0,2.0]", Version(2, 0, 1), false), ("(1.0,2.0)", Version(1), false),
        ("(1.0,2.0)", Version(1, 0, 1), true), ("1.2", Version(1, 1, 9), false), ("1.2", Version(1, 2), true),
    ]

    @Test(arguments: versions) func `a range of versions contains its versions`(
        _ row: (range: String, version: Version, isIn: Bool)
    )
        throws
    {
        #expect(try VersionRange(row.range).contains(row.version) == row.isIn)
        #expect(Requirement("Account", try VersionRange(row.range)).allows(row.version) == row.isIn)
    }

    @Test func `two ranges of versions overlap where some version is in both`() throws {
        let range = try VersionRange("[1.0,2.0)")
        #expect(range.overlaps(try VersionRange("1.9")))
        #expect(range.overlaps(try VersionRange("[0.1,1.0]")))
        #expect(!range.overlaps(try VersionRange("[2.0,3.0)")))
        #expect(!range.overlaps(try VersionRange("[0.1,1.0)")))
    }
}
