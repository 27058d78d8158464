import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `The directives of Cache-Control` {
    private static func control(_ values: [String]) -> CacheControl {
        CacheControl(values.map { HTTPHeader(name: "cache-control", value: $0) })
    }

    @Test(
        arguments: [
            ([], nil), (["max-age=60"], 60), (["MAX-AGE=60"], 60), (["public, max-age=60 "], 60),
            (["max-age=\"60\""], 60),
            (["max-age = 60"], 60), (["max-age=60, max-age=5"], 60), (["public", "max-age=60"], 60), (["max-age=0"], 0),
            (["max-age"], 0), (["max-age="], 0), (["max-age=-1"], 0), (["max-age=1.5"], 0), (["max-age=١"], 0),
            (["max-age=99999999999999999999999"], 2_147_483_647), (["x=\"a, max-age=7\""], nil), (["s-maxage=60"], nil),
            ([",,;="], nil),
        ] as [([String], Int?)])
    func `Cache-Control defines how long an answer is fresh`(values: [String], maxAge: Int?) {
        #expect(Self.control(values).maxAge == maxAge)
    }

    @Test(arguments: [
        ("no-store", true, false, false), ("no-cache", false, true, true),
        ("no-cache=\"Set-Cookie\"", false, true, true),
        ("must-revalidate", false, false, true), ("private", false, false, false),
        ("No-Store, max-age=9", true, false, false),
    ])
    func `Cache-Control defines which uses are forbidden`(
        value: String, store: Bool, unasked: Bool, stale: Bool
    ) {
        let control = Self.control([value])
        #expect(control.forbidsStoring == store)
        #expect(control.needsValidation == unasked)
        #expect(control.forbidsStale == stale)
    }

    @Test func `Cache-Control defines which uses of a stale answer are allowed`() {
        let control = Self.control(["stale-while-revalidate=30, stale-if-error=600"])
        #expect(control.staleWhileRevalidate == 30)
        #expect(control.staleIfError == 600)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Friday, 01-Jan-38 00:00:00 GMT", 2_145_916_800), ("0", nil), ("", nil), ("-1", nil),
            ("Sun, 06 Nov 1994 08:49:37 +0100", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
        ] as [(String, Int?)])
    func `an HTTP date has one of three forms`(text: String, seconds: Int?) {
        #expect(HTTPDate.seconds(text) == seconds)
    }
}
