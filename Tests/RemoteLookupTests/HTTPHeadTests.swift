import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `The head of an answer` {
    private static func head(_ lines: [String]) -> HTTPHead {
        var head = HTTPHead()
        for line in lines { add(Array(line.utf8), to: &head) }
        return head
    }

    private static func add(_ line: [UInt8], to head: inout HTTPHead, fits: Bool = true) {
        let isTaken = head.append(line)
        #expect(isTaken == fits)
    }

    @Test(arguments: [
        (["X: 1\r\n"], ["x: 1"]),
        (["X:1\r\n"], ["x: 1"]),
        (["X:\t 1 2 \t\r\n"], ["x: 1 2"]),
        (["X:\r\n"], ["x: "]),
        (["X: a:b\n"], ["x: a:b"]),
        (["X: 1\r\n", "x: 2\r\n"], ["x: 1", "x: 2"]),
        (["X: 1\r\n", " 2\r\n", "\t3\r\n"], ["x: 1 2 3"]),
        ([" 1\r\n"], []),
        (["no field\r\n"], []),
        (["HTTP/1.1 302 Found\r\n"], []),
        (["X: 1\r\n", "\r\n", "Y: 2\r\n"], ["x: 1"]),
        (["X: 1\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "Y: 2\r\n", "\r\n"], ["y: 2"]),
    ])
    func `the head of an answer has the fields of its lines`(lines: [String], fields: [String]) {
        let head = Self.head(["HTTP/1.1 200 OK\r\n"] + lines)
        #expect(head.headers.map { "\($0.name): \($0.value)" } == fields)
    }

    @Test func `the head of an answer replaces bytes that are not UTF-8`() {
        var head = Self.head(["HTTP/2 200 \r\n"])
        Self.add(Array("X: ".utf8) + [0xFF, 0x0D, 0x0A], to: &head)
        #expect(head.headers == [HTTPHeader(name: "x", value: "\u{FFFD}")])
    }

    @Test func `the head of an answer is open until its empty line`() {
        #expect(!HTTPHead().isOpen)
        #expect(Self.head(["HTTP/1.1 200 OK\r\n"]).isOpen)
        #expect(Self.head(["HTTP/1.1 200 OK\r\n", "X: 1\r\n"]).isOpen)
        #expect(!Self.head(["HTTP/1.1 200 OK\r\n", "\r\n"]).isOpen)
    }

    @Test(arguments: [
        ([], HTTPHead.Length.unknown),
        (["7"], .bytes(7)),
        (["7", "7"], .bytes(7)),
        (["9223372036854775808"], .bytes(.max)),
        (["7", "8"], .invalid),
        (["7, 7"], .invalid),
        (["+7"], .invalid),
        (["-7"], .invalid),
        (["٧"], .invalid),
        ([""], .invalid),
    ])
    func `the head of an answer has the length of the body`(values: [String], length: HTTPHead.Length) {
        let head = Self.head(["HTTP/1.1 200 OK\r\n"] + values.map { "Content-Length: \($0)\r\n" })
        #expect(head.length == length)
    }

    @Test func `the total size of a head's lines is limited`() {
        var head = HTTPHead()
        let line = Array(repeating: UInt8(ascii: "a"), count: HTTPHead.byteLimit / 4)
        for _ in 1...4 { Self.add(line, to: &head) }
        Self.add([0x0A], to: &head, fits: false)
    }
}
