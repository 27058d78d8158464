@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Ranges of versions` {
    static let forms: [(text: String, written: String)] = [
        ("1.2", "[1.2.0,2.0.0)"), ("1", "[1.0.0,2.0.0)"), ("0.4.1", "[0.4.1,1.0.0)"), ("[1.0,2.0)", "[1.0.0,2.0.0)"),
        ("[1.0,2.0]", "[1.0.0,2.0.1)"), ("(1.0,2.0)", "[1.0.1,2.0.0)"), ("(1.0,2.0]", "[1.0.1,2.0.1)"),
        ("[1.0,1.0]", "[1.0.0,1.0.1)"), ("[ 1.0 , 2.0 )", "[1.0.0,2.0.0)"),
    ]

    @Test(arguments: forms) func `a range of versions is read`(_ row: (text: String, written: String)) throws {
        let range = try Range(notation: row.text)
        #expect(range.notation == row.written)
        #expect(try Range(notation: range.notation) == range)
    }

    @Test(arguments: [
        "", "x", "[", "[)", "[]", "[1.0]", "[1.0,2.0", "1.0,2.0)", "[1.0,2.0,3.0)", "[1.0,)", "[,2.0)", "[1 0,2.0)",
        "1.x",
        "[1.0,2.0)x", "\(Int.max)", "[1.0,1.0.\(Int.max)]", "é",
    ]) func `a range of versions of another form is refused`(_ text: String) {
        #expect(throws: VersionRangeError.unreadable(text)) { try Range(notation: text) }
    }

    @Test(arguments: ["[2.0,1.0)", "[1.0,1.0)", "(1.0,1.0]", "(1.0,1.0.1)"])
    func `a range without a version in it is refused`(_ text: String) {
        #expect(throws: VersionRangeError.empty(text)) { try Range(notation: text) }
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
        #expect(try Range(notation: row.range).contains(row.version) == row.isIn)
    }

    @Test func `a range of versions from a higher to a lower one, or from a text that is none, has no version`() {
        #expect(("2.0"..<"1.0" as Range<Version>).isEmpty)
        #expect(("1.0"..<"one" as Range<Version>).isEmpty)
        #expect(!("1.x"..<"2.0" as Range<Version>).lowerBound.isReadable)
    }

    @Test func `two ranges of versions overlap where some version is in both`() throws {
        let range = try Range(notation: "[1.0,2.0)")
        #expect(range.overlaps(try Range(notation: "1.9")))
        #expect(range.overlaps(try Range(notation: "[0.1,1.0]")))
        #expect(!range.overlaps(try Range(notation: "[2.0,3.0)")))
        #expect(!range.overlaps(try Range(notation: "[0.1,1.0)")))
    }
}
