/// The steps of the server after a request; then it closes the connection, unless the reply keeps it.
public struct HTTPReply: Sendable {
    /// One step of a reply.
    enum Step: Sendable {
        case send([UInt8])
        /// Sends the bytes repeatedly, with a pause before each time, until the client disconnects.
        case sendForever([UInt8], pause: Int32)
        case pause(milliseconds: Int32)
        case wait(Gate)
        /// Waits until the client disconnects.
        case hold
    }

    let steps: [Step]
    /// Whether the next request may come on the same connection.
    var keepsConnection = false
}

extension HTTPReply: CustomStringConvertible {
    /// Short, because a run describes each argument of a test, and a list of millions of bytes takes a second.
    public var description: String { "a reply in \(steps.count) steps" }
}

extension HTTPReply {
    /// A complete answer; `headers` override the default ones, including `Content-Length`.
    public static func answer(_ status: Int = 200, headers: [String: String] = [:], body: String = "") -> HTTPReply {
        let length = headers["Content-Length"] ?? String(body.utf8.count)
        let head = head(status, headers.merging(["Content-Length": length]) { first, _ in first })
        return HTTPReply(steps: [.send(head + body.utf8)])
    }

    /// The status 200 with a JSON body.
    public static func json(_ body: String) -> HTTPReply {
        answer(headers: ["Content-Type": "application/json"], body: body)
    }

    /// The status 200 with some bytes; `length` may announce more than are sent.
    public static func file(
        _ bytes: [UInt8], length: Int? = nil, type: String = "application/octet-stream", encoding: String? = nil
    ) -> HTTPReply {
        var fields = ["Content-Length": String(length ?? bytes.count), "Content-Type": type]
        fields["Content-Encoding"] = encoding
        let head = head(200, fields)
        return HTTPReply(steps: [.send(head + bytes)])
    }

    /// An answer after which the connection stays open for the next request.
    public static func kept(_ status: Int, headers: [String: String] = [:], body: String = "") -> HTTPReply {
        let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let head = "HTTP/1.1 \(status) Scripted\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n"
        return HTTPReply(steps: [.send(Array((head + body).utf8))], keepsConnection: true)
    }

    /// The text as it is, even if it is not HTTP.
    public static func raw(_ text: String) -> HTTPReply { HTTPReply(steps: [.send(Array(text.utf8))]) }

    /// An endless body of at most 64 MB a second; more would keep the client from its other work.
    public static func endless(
        _ status: Int = 200, headers: [String: String] = [:], bytesPerMillisecond: Int = 65_536
    ) -> HTTPReply {
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: bytesPerMillisecond)
        return HTTPReply(steps: [.send(head(status, headers)), .sendForever(piece, pause: 1)])
    }

    /// A beginning, and then a text repeated without end, at most 64 MB a second.
    public static func endless(_ text: String, after beginning: String = "") -> HTTPReply {
        let piece = Array(String(repeating: text, count: 65_536 / text.utf8.count).utf8)
        return HTTPReply(steps: [.send(Array(beginning.utf8)), .sendForever(piece, pause: 1)])
    }

    /// No answer: the server closes the connection.
    public static var dropped: HTTPReply { HTTPReply(steps: []) }

    /// No answer for as long as the client waits.
    public static var never: HTTPReply { HTTPReply(steps: [.hold]) }

    /// The same reply, started when the gate opens.
    public func after(_ gate: Gate) -> HTTPReply {
        HTTPReply(steps: [.wait(gate)] + steps, keepsConnection: keepsConnection)
    }

    /// The same reply, started after a pause.
    public func late(milliseconds: Int32) -> HTTPReply {
        HTTPReply(steps: [.pause(milliseconds: milliseconds)] + steps, keepsConnection: keepsConnection)
    }

    /// The same reply, after which the server waits until the client disconnects.
    public var held: HTTPReply { HTTPReply(steps: steps + [.hold]) }

    /// The same reply byte by byte, with a short pause before each byte.
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
