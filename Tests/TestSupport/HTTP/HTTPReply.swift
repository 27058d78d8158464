/// What the server does with a connection after a request: some steps, then it hangs up.
public struct HTTPReply: Sendable {
    /// One step of a reply.
    enum Step: Sendable {
        case send([UInt8])
        /// Sends the bytes again and again, with a pause before each, until the client is gone.
        case sendForever([UInt8], pause: Int32)
        case pause(milliseconds: Int32)
        case wait(Gate)
        /// Waits until the client is gone.
        case hold
    }

    let steps: [Step]
    /// Whether the next request may come on the same connection.
    var keepsConnection = false
}

extension HTTPReply: CustomStringConvertible {
    /// A few words: a run describes each argument of a test, and a list of millions of bytes takes a second.
    public var description: String { "a reply in \(steps.count) steps" }
}

extension HTTPReply {
    /// A whole answer; the headers given here stand in for its own, `Content-Length` included.
    public static func answer(_ status: Int = 200, headers: [String: String] = [:], body: String = "") -> HTTPReply {
        let length = headers["Content-Length"] ?? String(body.utf8.count)
        let head = head(status, headers.merging(["Content-Length": length]) { first, _ in first })
        return HTTPReply(steps: [.send(head + body.utf8)])
    }

    /// The status 200 with a JSON body.
    public static func json(_ body: String) -> HTTPReply {
        answer(headers: ["Content-Type": "application/json"], body: body)
    }

    /// The status 200 with some bytes, all that are said or fewer.
    public static func file(
        _ bytes: [UInt8], length: Int? = nil, type: String = "application/octet-stream", encoding: String? = nil
    ) -> HTTPReply {
        var fields = ["Content-Length": String(length ?? bytes.count), "Content-Type": type]
        fields["Content-Encoding"] = encoding
        let head = head(200, fields)
        return HTTPReply(steps: [.send(head + bytes)])
    }

    /// An answer, and then the next request on the same connection.
    public static func kept(_ status: Int, headers: [String: String] = [:], body: String = "") -> HTTPReply {
        let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let head = "HTTP/1.1 \(status) Scripted\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n"
        return HTTPReply(steps: [.send(Array((head + body).utf8))], keepsConnection: true)
    }

    /// The bytes as they are, HTTP or not.
    public static func raw(_ text: String) -> HTTPReply { HTTPReply(steps: [.send(Array(text.utf8))]) }

    /// A body without end, 64 MB a second or less: a client that is always behind would never get to its other work.
    public static func endless(
        _ status: Int = 200, headers: [String: String] = [:], bytesPerMillisecond: Int = 65_536
    ) -> HTTPReply {
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: bytesPerMillisecond)
        return HTTPReply(steps: [.send(head(status, headers)), .sendForever(piece, pause: 1)])
    }

    /// Some bytes, and then a text again and again, 64 MB a second or less.
    public static func endless(_ text: String, after beginning: String = "") -> HTTPReply {
        let piece = Array(String(repeating: text, count: 65_536 / text.utf8.count).utf8)
        return HTTPReply(steps: [.send(Array(beginning.utf8)), .sendForever(piece, pause: 1)])
    }

    /// Nothing at all: the server hangs up.
    public static var dropped: HTTPReply { HTTPReply(steps: []) }

    /// Nothing, for as long as the client waits.
    public static var never: HTTPReply { HTTPReply(steps: [.hold]) }

    /// The same, begun only after the gate was opened.
    public func after(_ gate: Gate) -> HTTPReply {
        HTTPReply(steps: [.wait(gate)] + steps, keepsConnection: keepsConnection)
    }

    /// The same, begun after a pause.
    public func late(milliseconds: Int32) -> HTTPReply {
        HTTPReply(steps: [.pause(milliseconds: milliseconds)] + steps, keepsConnection: keepsConnection)
    }

    /// The same, and then nothing for as long as the client waits.
    public var held: HTTPReply { HTTPReply(steps: steps + [.hold]) }

    /// The same bytes one by one, with a short pause before each.
    public var dripping: HTTPReply {
        let slowed = steps.flatMap { step -> [Step] in
            guard case .send(let bytes) = step else { return [step] }
            return bytes.flatMap { [.pause(milliseconds: 1), .send([$0])] }
        }
        return HTTPReply(steps: slowed, keepsConnection: keepsConnection)
    }

    private static func head(_ status: Int, _ headers: [String: String]) -> [UInt8] {
        let fields = headers.merging(["Connection": "close"]) { first, _ in first }
        let lines = ["HTTP/1.1 \(status) Scripted"] + fields.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
