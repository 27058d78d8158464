import Dispatch
import Foundation
import Synchronization

/// A small HTTP/1.1 server on a free loopback port, which answers as scripted, path by path.
///
/// It uses real sockets and a thread for each connection, which has one request unless a reply keeps it open. A path
/// that is not in the script is answered with 404.
///
/// ```swift
/// try await HTTPServer.run(["/lookup": .json(#"{"kind":"redirect","url":"app://home"}"#)]) { server in
///     let resolver = try HTTPResolver(endpoint: server.url("/lookup"))
///     …
/// }
/// ```
public final class HTTPServer: Sendable {
    private struct State {
        var requests: [HTTPRequest] = []
        var connections: [ObjectIdentifier: Socket] = [:]
        var connectionCount = 0
        var connectionPeak = 0
        /// The number of requests by path.
        var counts: [String: Int] = [:]
        var answering = 0
        var peak = 0
        var isStopped = false
    }

    /// `http://127.0.0.1:` and the port.
    public let origin: String
    /// The requests as they arrive, for a single reader; `requests` contains all of them.
    public let arrivals: AsyncStream<HTTPRequest>

    /// Returns the reply to a request; `number` counts the requests to its path, from 0.
    private let script: @Sendable (_ request: HTTPRequest, _ number: Int) -> HTTPReply
    private let listener: Socket
    private let arrival: AsyncStream<HTTPRequest>.Continuation
    private let state = Mutex(State())
    private let connectionThreads = DispatchGroup()
    private let acceptThread = DispatchGroup()

    /// Runs a server while the body runs, and ends all of its threads afterwards.
    public static func run(
        _ script: [String: HTTPReply], while body: (HTTPServer) async throws -> Void
    ) async throws {
        try await run(sequences: script.mapValues { [$0] }, while: body)
    }

    /// Runs a server with successive replies for each path; the last reply repeats.
    public static func run(
        sequences script: [String: [HTTPReply]], while body: (HTTPServer) async throws -> Void
    ) async throws {
        let server = try HTTPServer { request, number in
            let replies = script[request.path] ?? []
            return replies.dropFirst(number).first ?? replies.last ?? .answer(404)
        }
        try await run(server, while: body)
    }

    private static func run(_ server: HTTPServer, while body: (HTTPServer) async throws -> Void) async throws {
        server.start()
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Runs the body with the origin of a port that refuses connections.
    public static func runRefusing(while body: (_ origin: String) async throws -> Void) async throws {
        let socket = try Socket.bound(listening: false)
        try await body("http://127.0.0.1:\(socket.port())")
        withExtendedLifetime(socket) {}
    }

    /// Runs the body with a port that accepts connections and closes each immediately.
    public static func runEnding(while body: (_ port: Int) throws -> Void) throws {
        let socket = try Socket.bound(listening: true)
        Thread.detachNewThread { while socket.accept() != nil {} }
        defer { socket.hangUp() }
        try body(Int(socket.port()))
    }

    /// Runs a server that computes the reply to each request.
    public static func run(
        answering script: @escaping @Sendable (HTTPRequest) -> HTTPReply, while body: (HTTPServer) async throws -> Void
    ) async throws {
        try await run(HTTPServer { request, _ in script(request) }, while: body)
    }

    private init(_ script: @escaping @Sendable (HTTPRequest, Int) -> HTTPReply) throws {
        self.script = script
        listener = try Socket.bound(listening: true)
        origin = "http://127.0.0.1:\(try listener.port())"
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    /// The address of a path.
    public func url(_ path: String) -> String { origin + path }

    /// The requests so far, in the order in which they came.
    public var requests: [HTTPRequest] { state.withLock(\.requests) }

    /// The number of connections so far.
    public var connectionCount: Int { state.withLock(\.connectionCount) }

    /// The largest number of connections that were open at the same time.
    public var connectionPeak: Int { state.withLock(\.connectionPeak) }

    /// The largest number of requests that were answered at the same time.
    public var peak: Int { state.withLock(\.peak) }

    /// Waits until every connection has ended; a client that gave up has to close its connection.
    public func connectionsEnded() async { await ended(connectionThreads) }

    private func start() {
        acceptThread.enter()
        Thread.detachNewThread { [self] in
            while let socket = listener.accept() { serve(socket) }
            acceptThread.leave()
        }
    }

    private func stop() async {
        let connections = state.withLock { state in
            state.isStopped = true
            return state.connections.values
        }
        listener.hangUp()
        for connection in connections { connection.hangUp() }
        await ended(acceptThread)
        await ended(connectionThreads)
        arrival.finish()
    }

    private func serve(_ socket: Socket) {
        let isServed = state.withLock { state in
            guard !state.isStopped else { return false }
            state.connections[ObjectIdentifier(socket)] = socket
            state.connectionCount += 1
            state.connectionPeak = max(state.connectionPeak, state.connections.count)
            return true
        }
        guard isServed else { return }
        connectionThreads.enter()
        Thread.detachNewThread { [self] in
            answer(on: HTTPConnection(socket: socket))
            socket.hangUp()
            _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(socket)) }
            connectionThreads.leave()
        }
    }

    private func answer(on connection: HTTPConnection) {
        while let request = connection.request() {
            let reply = begin(request)
            arrival.yield(request)
            let isDone = connection.perform(reply)
            state.withLock { $0.answering -= 1 }
            guard isDone, reply.keepsConnection else { return }
        }
    }

    /// Counts a request and finds its reply.
    private func begin(_ request: HTTPRequest) -> HTTPReply {
        let number = state.withLock { state in
            let number = state.counts[request.path, default: 0]
            state.counts[request.path] = number + 1
            state.requests.append(request)
            state.answering += 1
            state.peak = max(state.peak, state.answering)
            return number
        }
        return script(request, number)
    }

    private func ended(_ threads: DispatchGroup) async {
        await withCheckedContinuation { continuation in
            threads.notify(queue: .global()) { continuation.resume() }
        }
    }
}
