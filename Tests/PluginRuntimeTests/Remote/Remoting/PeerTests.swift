import FoundationEssentials
import Glibc
@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// Both sides of a connection in one process: the host's side is real, and the other side sends arbitrary messages.
@Suite(.timeLimit(.minutes(2))) struct `The two peers of a connection` {
    /// A side that asks nothing, and answers with nothing.
    private struct Silence: PeerService {
        func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
            try peer.answer(ask, Messages.stop, FrameNothing())
        }
        func take(_ notice: Ask, from peer: Peer) throws {}
    }

    private enum Mark { @TaskLocal static var value = "none" }

    private static let module = ModuleInfo("Rent", "1.0", "")

    /// Connects a module's side with a host's side; both read until the module's side closes the connection.
    private static func pair(
        _ mediator: Switchboard = Switchboard(navigator: RecordingNavigator(), resolvers: []),
        _ service: any PeerService = Silence()
    ) throws -> (module: Peer, host: Peer) {
        let (first, second) = try FrameSocket.pair()
        let host = Peer(FrameSocket(first), HostService(module, mediator: mediator), isModule: false)
        let other = Peer(FrameSocket(second), service, isModule: true)
        for peer in [host, other] {
            let isStarted = BackgroundThread.start {
                peer.read()
                peer.asks.failAll(PeerError.ended)
            }
            #expect(isStarted)
        }
        return (other, host)
    }

    static let numbers: [(Int, Int)] = [(-1, 0), (0, -1), (.max, 0), (0, .max), (1 << 20 + 1, 0), (.min, .min)]

    @Test(arguments: numbers) func `a redeclaration with impossible counts is refused`(_ row: (Int, Int)) async throws {
        var registration = Registration(owner: "Rent")
        registration.interceptors = [Interceptor("one") { _ in .pass }, Interceptor("two") { _ in .pass }]
        let declared = Manifest(registration, hasValues: true)
        let (module, _) = try Self.pair()
        defer { module.close() }
        await #expect(throws: DescribedError.self) {
            try await module.ask(Messages.redeclare, row.0, row.1, declared)
        }
    }

    @Test func `a module can publish any event except the mediator's events`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
        let heard = Mutex<[String]>([])
        var listener = Registration(owner: "Listener")
        listener.subscriptions = ["switchboard.module.did-load", "rent.let"].map { (name: String) in
            Subscription(to: Event<String>(name)) { _ in heard.withLock { $0.append(name) } }
        }
        try mediator.register(listener)
        let (module, _) = try Self.pair(mediator)
        defer { module.close() }
        for (event, failures) in [("switchboard.module.did-load", 1), ("rent.let", 0)] {
            let delivery = try await module.ask(Messages.publish, event, Payload("value"), false)
            #expect(delivery.failures.count == failures)
        }
        #expect(heard.withLock { $0 } == ["rent.let"])
    }

    @Test(arguments: [false, true])
    func `messages run in a request's task only if they belong to the request`(isWithin: Bool) async throws {
        let log = Log()
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [], observer: log)
        var listener = Registration(owner: "Listener")
        let heard = Mutex<[String]>([])
        listener.subscriptions = [
            Subscription(to: Event<String>("rent.let")) { _ in heard.withLock { $0.append(Mark.value) } }
        ]
        try mediator.register(listener)
        let (module, host) = try Self.pair(mediator, Chatter(isWithin: isWithin))
        defer { module.close() }
        try await Mark.$value.withValue("a request") {
            for _ in 0..<10 { try await host.ask(Messages.stop) }
        }
        let expected = [String](repeating: isWithin ? "a request" : "none", count: 10)
        #expect(heard.withLock { $0 } == expected)
        #expect(log.marks.withLock { $0 } == expected)
    }

    /// A side that writes to the log and publishes before it answers, within the ask or separately.
    private struct Chatter: PeerService {
        let isWithin: Bool

        func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
            let chat: @Sendable () async throws -> Void = {
                try peer.tell(Messages.log, .notice, "a word", FrameJSON([:]))
                try await peer.ask(Messages.publish, "rent.let", Payload("value"), false)
            }
            try await (isWithin ? Task { try await chat() } : Task.detached { try await chat() }).value
            return try peer.answer(ask, Messages.stop, FrameNothing())
        }

        func take(_ notice: Ask, from peer: Peer) throws {}
    }

    @Test func `only the ask above the limit fails, on the asking side`() async throws {
        let (first, second) = try FrameSocket.pair()
        defer { close(second) }
        let host = Peer(FrameSocket(first), Silence(), isModule: false)
        let results = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0...WireProtocol.openLimit {
                group.addTask {
                    do {
                        _ = try await host.ask(Messages.stop)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            // Nobody answers, so the first ask that ends is the ask above the limit.
            let refused = await group.next() ?? nil
            #expect(refused as? PeerError == .busy)
            host.asks.failAll(PeerError.ended)
            return await group.reduce(into: 0) { $0 += $1 as? PeerError == .ended ? 1 : 0 }
        }
        #expect(results == WireProtocol.openLimit)
    }

    @Test func `the numbers of references and of iterations are limited`() async throws {
        let references = References()
        let page = References.Target.page(ExportedPage(Page("")))
        for _ in 0..<WireProtocol.referenceLimit { _ = try references.add(page) }
        #expect(throws: DescribedError.self) { try references.add(page) }
        references.release(1)
        _ = try references.add(page)
        let endless = AsyncStream<Int> { continuation in for number in 0..<1_000 { continuation.yield(number) } }
        let stream = ExportedStream(try #require(Payload(stream: endless).elements))
        let limit = UInt64(WireProtocol.iterationLimit)
        for number in 0..<limit { _ = try await stream.next(number) }
        await #expect(throws: DescribedError.self) { try await stream.next(limit) }
        _ = try await stream.next(0)
        await stream.end(0)
        _ = try await stream.next(limit)
    }

    @Test func `the references of a frame that is too long to be sent are released`() async throws {
        let (module, host) = try Self.pair()
        defer { module.close() }
        let page = Page("Page") { Container("part", receiving: { (_: String) in }) {} }
        for body in [[], [UInt8](repeating: 0, count: WireProtocol.frameLimit)] {
            let message = Message<FrameNothing, Payload, FrameBytes>(.stop)
            _ = try? await host.ask(message, Payload(page), FrameBytes(body))
        }
        #expect(host.references[1] != nil && host.references[2] == nil)
    }

    @Test func `only one value of a stream can be requested at a time`() async throws {
        // A second concurrent `next()` of this sequence would end the process.
        let (values, writer) = AsyncThrowingStream<Int, any Error>.makeStream()
        let payload = Payload(stream: values)
        let (module, host) = try Self.pair()
        defer { module.close() }
        // Each time that a payload is sent, the other side gets another reference to the same stream.
        var references: [UInt64] = []
        for payload in [payload, payload] {
            let stream = ExportedStream(try #require(payload.elements))
            references.append(try host.references.add(.stream(stream)))
        }
        try await withThrowingTaskGroup(of: Payload?.self) { group in
            for (iteration, reference) in references.enumerated() {
                group.addTask { try await module.ask(Messages.nextElement, reference, UInt64(iteration)) }
            }
            // There is no value yet, so the first ask that ends is the refused ask.
            let first = await group.nextResult()
            #expect(throws: DescribedError.self) { try first?.get() }
            writer.yield(7)
            let second = try await group.next() ?? nil
            #expect(try second?.decode(as: Int.self) == 7)
        }
    }

    @Test func `a log record that is too long is replaced by a notice`() throws {
        let log = Log()
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [], observer: log)
        let (module, _) = try Self.pair(mediator)
        defer { module.close() }
        for size in [100, WireProtocol.recordLimit, 200] {
            try module.tell(Messages.log, .notice, String(repeating: "x", count: size), FrameJSON([:]))
        }
        try Condition.wait(for: "three records") { log.sizes.withLock { $0.count } == 3 }
        let sizes = log.sizes.withLock(\.self)
        #expect(sizes[0] == 100 && sizes[1] < 200 && sizes[2] == 200)
    }

    private final class Log: MediationObserver {
        let sizes = Mutex<[Int]>([])
        let marks = Mutex<[String]>([])
        var logLevel: LogLevel? { .notice }
        var wantsTraces: Bool { false }
        func requestEnded(_ trace: Trace) {}
        func noticed(_ note: MediationNote) {}
        func logged(_ record: LogRecord) {
            sizes.withLock { $0.append(record.message.utf8.count) }
            marks.withLock { $0.append(Mark.value) }
        }
    }
}
