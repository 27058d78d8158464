import Glibc
@_spi(Host) public import HostKit
import Platform
import Synchronization

/// A connection to a NATS server. If the connection is lost, the C client restores it together with the subscriptions.
///
/// The object lives until the process ends, because threads of the client may call it until then.
final class NatsConnection: FleetTransport {
    /// The limits of the messages that wait for a slow receiver.
    private static let pending = (messages: CInt(1 << 16), bytes: CInt(256 << 20))
    /// The pause between attempts to connect, and the time limit for sending the last messages before the connection is
    /// closed, both in milliseconds.
    private static let (pause, flush): (Int64, Int64) = (500, 2_000)

    private let library: NatsLibrary
    private let setup: FleetSetup
    private let present = Mutex(FleetState.waiting(reason: ""))
    /// The address of the client's connection, which any thread may use; 0 until the connection exists.
    private let address = Atomic<UInt>(0)
    /// The subscriptions that wait for the client's connection; `nil` once the connection exists.
    private let early = Mutex<[(subject: String, receive: @Sendable (FleetMessage) -> Void)]?>([])

    /// Opens the client's library and connects. If no server answers, a separate thread repeats the attempt until a
    /// connection exists.
    ///
    /// The thread is needed because the client itself does not try again if the first connection is accepted and then
    /// closed. A proxy does that while the server is still starting.
    init(_ setup: FleetSetup) throws(FleetError) {
        library = try NatsLibrary()
        self.setup = setup
        try connect()
        guard case .waiting = state else { return }
        let isTrying = BackgroundThread.start { [self] in
            while case .waiting = state, handle == nil {
                usleep(UInt32(Self.pause) * 1_000)
                try? connect()
            }
        }
        if !isTrying { throw FleetError("the system has no thread left for the fleet; end some programs") }
    }

    private func connect() throws(FleetError) {
        var options: NatsLibrary.Handle?
        guard library.createOptions(&options) == NatsLibrary.ok, let options else {
            throw FleetError("the client of NATS has no memory left; end some programs")
        }
        defer { library.destroyOptions(options) }
        // This reference to the object is never released, because the client may use it until the process ends.
        let closure = Unmanaged.passRetained(self).toOpaque()
        try apply(to: options, closure)
        var made: NatsLibrary.Handle?
        var status = library.connect(&made, options)
        // Two failures may be temporary and get a second attempt: a busy server may answer too late, and libnats 3.4
        // signs 1 challenge in 200 wrongly.
        let mayPass = status == NatsLibrary.notAllowed && setup.credentials != nil
        if status == NatsLibrary.timeout || mayPass { status = library.connect(&made, options) }
        if NatsLibrary.absences.contains(status) {
            let servers = setup.servers.map(Self.withoutPassword).joined(separator: ", ")
            return note("no server answers at \(servers)", nil)
        }
        guard let made else { return note(.closed(reason: library.refusal(status))) }
        address.store(UInt(bitPattern: made), ordering: .releasing)
        for next in early.withLock({ $0.take() }) ?? [] { try subscribe(to: next.subject, next.receive) }
        note(nil, made)
    }

    private func apply(to options: NatsLibrary.Handle, _ closure: NatsLibrary.Handle) throws(FleetError) {
        // The client copies the texts.
        let texts = setup.servers.map { UnsafePointer(strdup($0)) }
        defer { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }
        var results = [
            library.setServers(options, texts, CInt(texts.count)), library.setName(options, setup.name),
            // An address that begins with `tls://` does not make the client use TLS.
            library.setSecure(options, setup.servers.contains { $0.hasPrefix("tls://") }),
            library.setReconnectWait(options, Self.pause), library.setMaxReconnect(options, -1),
            // A buffer of 1 byte stores no message: a message must not be sent after `send` has reported that there is
            // no connection.
            library.setReconnectBuffer(options, 1),
            // Without this option, the client delays each message by 1 ms, to send further messages with it.
            library.setSendAsap(options, true),
            // If a host heard its own question for other hosts, the server would not report that nobody else listens,
            // and the host would wait for cards.
            library.setNoEcho(options, true),
            library.setReconnected(options, Self.connected, closure),
            library.setDisconnected(options, Self.disconnected, closure),
            library.setClosed(options, Self.closed, closure),
            library.setErrorHandler(options, Self.failed, closure),
        ]
        if let file = setup.credentials { results.append(library.setCredentials(options, file, nil)) }
        if let fault = results.first(where: { $0 != NatsLibrary.ok }) {
            throw FleetError("invalid fleet settings: \(library.words(fault)); correct them")
        }
    }

    // MARK: State

    var state: FleetState { present.withLock(\.self) }

    private func note(_ state: FleetState) {
        let isNew = present.withLock { present in
            // A closed connection stays closed.
            if case .closed = present { return false }
            defer { present = state }
            return present != state
        }
        if isNew { setup.changed(state) }
    }

    /// Records that the connection exists, or the reason why no connection exists.
    private func note(_ reason: String?, _ handle: NatsLibrary.Handle?) {
        note(reason.map { .waiting(reason: lastError(handle) ?? $0) } ?? .connected(server: server(of: handle)))
    }

    private func server(of handle: NatsLibrary.Handle?) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard let handle, library.connectedURL(handle, &buffer, buffer.count) == NatsLibrary.ok else { return "" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return Self.withoutPassword(text)
    }

    /// Returns an address without its user, password or token.
    private static func withoutPassword(_ address: String) -> String {
        address.replacing(/\/\/[^@\/]*@/, with: "//")
    }

    private func lastError(_ handle: NatsLibrary.Handle?) -> String? {
        var text: NatsLibrary.Text?
        guard let handle, library.lastError(handle, &text) != NatsLibrary.ok, let text else { return nil }
        let words = String(cString: text)
        return words.isEmpty ? nil : words
    }

    private static let connected: NatsLibrary.ConnectionCallback = { $1.map(connection)?.note(nil, $0) }
    private static let disconnected: NatsLibrary.ConnectionCallback = { handle, closure in
        closure.map(connection)?.note("the connection to the server was lost", handle)
    }
    private static let closed: NatsLibrary.ConnectionCallback = { handle, closure in
        guard let connection = closure.map(connection) else { return }
        let words = connection.lastError(handle) ?? "the connection was closed"
        connection.note(.closed(reason: "\(words); see the server's log, and start this host again"))
    }
    private static let failed: NatsLibrary.ErrorCallback = { handle, _, status, closure in
        guard let connection = closure.map(connection) else { return }
        let words = connection.lastError(handle) ?? connection.library.words(status)
        connection.setup.report("the fleet's server: \(PlainText.line(words, limit: 200)); see its log")
    }

    private static func connection(_ closure: NatsLibrary.Handle) -> NatsConnection {
        Unmanaged<NatsConnection>.fromOpaque(closure).takeUnretainedValue()
    }

    // MARK: Messages

    private var handle: NatsLibrary.Handle? { NatsLibrary.Handle(bitPattern: address.load(ordering: .acquiring)) }

    func send(_ bytes: [UInt8], to subject: String, reply: String?) -> Bool {
        guard case .connected = state, let handle else { return false }
        let size = CInt(bytes.count)
        let status =
            if let reply { library.publishRequest(handle, subject, reply, bytes, size) } else {
                library.publish(handle, subject, bytes, size)
            }
        return status == NatsLibrary.ok
    }

    func subscribe(
        to subject: String, _ receive: @escaping @Sendable (FleetMessage) -> Void
    ) throws(FleetError) {
        let isEarly = early.withLock { $0?.append((subject, receive)) != nil }
        guard !isEarly, let handle else { return }
        var subscription: NatsLibrary.Handle?
        // The receiver is never released, because the client may deliver a message until the process ends.
        let receiver = Unmanaged.passRetained(Receiver(library, receive)).toOpaque()
        let status = library.subscribe(&subscription, handle, subject, Receiver.received, receiver)
        // If this fails because the connection is closed, the callback `closed` reports the reason.
        guard status == NatsLibrary.ok, let subscription else { return }
        _ = library.setPendingLimits(subscription, Self.pending.messages, Self.pending.bytes)
    }

    func close() {
        note(.closed(reason: ""))
        guard let handle else { return }
        _ = library.flush(handle, Self.flush)
        library.close(handle)
    }
}

/// The receiver of a subscription's messages.
private final class Receiver: Sendable {
    static let received: NatsLibrary.MessageCallback = { _, _, message, closure in
        guard let message, let closure else { return }
        let receiver = Unmanaged<Receiver>.fromOpaque(closure).takeUnretainedValue()
        receiver.receive(receiver.content(of: message))
        // The destruction of the message wakes a thread of the client, so it is the last step.
        receiver.library.destroyMessage(message)
    }

    private let library: NatsLibrary
    private let receive: @Sendable (FleetMessage) -> Void

    init(_ library: NatsLibrary, _ receive: @escaping @Sendable (FleetMessage) -> Void) {
        (self.library, self.receive) = (library, receive)
    }

    private func content(of message: NatsLibrary.Handle) -> FleetMessage {
        let subject = library.messageSubject(message).map { String(cString: $0) }
        let reply = library.messageReply(message).map { String(cString: $0) }
        let bytes = UnsafeRawBufferPointer(
            start: library.messageData(message), count: Int(library.messageSize(message)))
        return FleetMessage(
            subject: subject ?? "", reply: reply, content: library.isNoResponders(message) ? nil : Array(bytes))
    }
}

/// The entry point that gives connections to the host; its name includes the contract's version.
@c(switchboard_fleet_v1)
public func switchboardFleet(_ host: HostPointer) -> CInt {
    exportLibrary(to: host) { (setup) throws(FleetError) -> any FleetTransport in try NatsConnection(setup) }
}
