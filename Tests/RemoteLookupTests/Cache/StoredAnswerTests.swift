import Platform
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `An answer for the cache` {
    private static let body = Array(#"{"kind":"redirect","url":"app://new"}"#.utf8)

    private static func stored(
        _ headers: [String: String], status: Int = 200, request: [String: String] = [:]
    ) -> StoredAnswer? {
        let fields = headers.map { HTTPHeader(name: $0.key, value: $0.value) }
        let asked = HTTPRequest(
            address: "https://a.example/?url=x", headers: request.map { HTTPHeader(name: $0.key, value: $0.value) })
        return StoredAnswer(
            HTTPAnswer(status: status, headers: fields, body: body), to: asked, service: "https://a.example/",
            url: "app://old", sent: 1000, received: 1000)
    }

    private static func read(_ bytes: [UInt8]) -> StoredAnswer? {
        StoredAnswer.seal.content(of: bytes).flatMap(StoredAnswer.init)
    }

    @Test(arguments: [
        (["cache-control": "max-age=60"], 200, true), (["etag": "\"1\""], 200, true),
        (["last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"], 200, true), ([:], 200, false), ([:], 404, true),
        ([:], 410, true), (["cache-control": "max-age=60"], 500, false), (["cache-control": "max-age=60"], 206, false),
        (["cache-control": "max-age=60"], 302, false), (["cache-control": "no-store"], 404, false),
        (["cache-control": "max-age=60, no-store"], 200, false),
        (["cache-control": "max-age=60", "vary": "*"], 200, false),
        (["cache-control": "max-age=60", "vary": "accept, *"], 200, false),
        (["cache-control": "max-age=60", "vary": "accept-language"], 200, true),
    ])
    func `an answer is cached if its head allows it and it can be fresh or revalidated`(
        headers: [String: String], status: Int, isKept: Bool
    ) {
        #expect((Self.stored(headers, status: status) != nil) == isKept)
    }

    @Test(arguments: [
        ([:], ["accept-language": "zh-CN"], true),
        (["vary": "Accept-Language"], ["accept-language": "zh-CN"], true),
        (["vary": "Accept-Language"], ["accept-language": "en"], false),
        (["vary": "Accept-Language"], [:], false),
        (["vary": "accept , ACCEPT-LANGUAGE"], ["accept-language": "zh-CN"], true),
        (["vary": "Cookie"], ["accept-language": "en"], true),
    ])
    func `a cached answer fits questions with the same values of its Vary headers`(
        headers: [String: String], other: [String: String], fits: Bool
    ) throws {
        let all = headers.merging(["cache-control": "max-age=60"]) { first, _ in first }
        let kept = try KeptAnswer(try #require(Self.stored(all, request: ["accept-language": "zh-CN"])))
        let question = HTTPRequest(
            address: "", headers: other.map { HTTPHeader(name: $0.key, value: $0.value) })
        #expect(kept.fits(question) == fits)
    }

    @Test(arguments: [
        (["etag": "W/\"1\""], ["if-none-match: W/\"1\""]),
        (["last-modified": "yesterday"], ["if-modified-since: yesterday"]),
        (["etag": "\"1\"", "last-modified": "x"], ["if-none-match: \"1\"", "if-modified-since: x"]),
        (["etag": "\u{1B}[2J", "cache-control": "max-age=1"], []),
        (["etag": "\"1\"\u{FFFD}", "cache-control": "max-age=1"], []),
        (["etag": String(repeating: "a", count: 1025), "cache-control": "max-age=1"], []),
    ])
    func `a cached answer is revalidated with the validators that can be sent`(
        headers: [String: String], fields: [String]
    ) throws {
        let stored = try #require(Self.stored(headers))
        #expect(stored.validators.map { "\($0.name): \($0.value)" } == fields)
    }

    @Test func `a confirmed answer has a new age and keeps the fields that were not sent again`() throws {
        let old = try #require(Self.stored(["cache-control": "max-age=60", "etag": "\"1\"", "age": "50"]))
        let answer = HTTPAnswer(
            status: 304, headers: [HTTPHeader(name: "cache-control", value: "max-age=10")], body: [])
        let question = HTTPRequest(address: "https://a.example/lookup")
        let confirmed = try #require(old.confirmed(by: answer, to: question, sent: 2000, received: 2000))
        #expect(confirmed.freshness.remaining(at: 2000) == 10)
        #expect(confirmed.validators.map(\.value) == ["\"1\""])
        #expect(confirmed.body == old.body)
    }

    @Test func `an answer for the cache drops unused fields`() throws {
        let stored = try #require(Self.stored(["etag": "1", "set-cookie": "session=secret", "server": "x"]))
        #expect(stored.headers.map(\.name) == ["etag"])
    }

    @Test func `a cached answer is read as it was written`() throws {
        let stored = try #require(Self.stored(["etag": "\"1\"", "vary": "accept-language"]))
        #expect(Self.read(stored.bytes) == stored)
    }

    /// Every byte is changed once, and the file is cut at every place.
    @Test func `a damaged cached answer is not read`() throws {
        let bytes = try #require(Self.stored(["etag": "\"1\""])).bytes
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x11
            #expect(Self.read(damaged) == nil, "byte \(place)")
            #expect(Self.read(Array(bytes[..<place])) == nil, "cut at \(place)")
        }
    }
}
