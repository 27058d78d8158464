/// The server's side of one connection, which has a separate thread.
struct HTTPConnection {
    /// The longest accepted head of a request.
    private static let headLimit = 65_536

    let socket: Socket

    /// Returns the next request, or `nil` if the client sent none or something else, such as a TLS handshake.
    func request() -> HTTPRequest? {
        var bytes: [UInt8] = []
        while bytes.count < Self.headLimit, let more = socket.receive() {
            bytes += more
            guard bytes[0] >= UInt8(ascii: "A") else { return nil }
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { continue }
            var request = HTTPRequest(head: String(decoding: bytes[..<end], as: UTF8.self))
            let body = body(of: request, beginning: Array(bytes[end...]))
            request?.body = body
            return request
        }
        return nil
    }

    /// Reads the body by its `Content-Length`, or as much of it as came before the client disconnected.
    private func body(of request: HTTPRequest?, beginning: [UInt8]) -> [UInt8] {
        let length = request?.headers["content-length"].flatMap { Int($0) } ?? 0
        var body = beginning
        while body.count < length, let more = socket.receive() { body += more }
        return body
    }

    /// Performs the steps of a reply; returns `false` if the client disconnects before the last one.
    func perform(_ reply: HTTPReply) -> Bool { reply.steps.allSatisfy(perform) }

    private func perform(_ step: HTTPReply.Step) -> Bool {
        switch step {
        case .send(let bytes): return socket.send(bytes)
        case .sendForever(let bytes, let pause):
            while isOpen(after: pause), socket.send(bytes) {}
            return false
        case .pause(let milliseconds): return isOpen(after: milliseconds)
        case .wait(let gate): return Socket.wait(for: [socket, gate.outside]) == 1
        case .hold: return isOpen(after: -1)
        }
    }

    /// Whether the client is still connected after a pause. It sends nothing after its request: readable means closed.
    private func isOpen(after milliseconds: Int32) -> Bool {
        Socket.wait(for: [socket], milliseconds: milliseconds) == nil
    }
}
