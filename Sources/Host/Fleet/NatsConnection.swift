import Glibc
@_spi(Host) public import ModuleKit
import Platform
import Synchronization

/// A connection to a NATS server, which the C client keeps up: it connects again after a loss, with the subscriptions.
///
/// It lives as long as the process, since the client's threads may call it until then.
final class NatsConnection: FleetTransport {
    /// The limits of the messages that wait for a slow receiver.
    private static let pending = (messages: CInt(1 << 16), bytes: CInt(256 << 20))
    /// The time limits and pauses, in milliseconds: of a connection, between attempts, and its random part.
    private static let times = (connect: Int64(2_000), wait: Int64(500), jitter: Int64(500))

    private let library: NatsLibrary
    private let setup: FleetSetup
    private let present = Mutex(FleetState.waiting(reason: ""))
    /// The client's functions may be called from any thread; `nil` if no server is of use.
    nonisolated(unsafe) private let handle: NatsLibrary.Handle?

    /// Opens the client's library, and tries to connect once; later attempts are the client's.
    static func begin(_ setup: FleetSetup) throws(FleetError) -> NatsConnection {
        let library = try NatsLibrary()
        let relay = CallbackRelay(library, setup)
        let handle = try connect(library, setup, relay)
        let connection = NatsConnection(library, setup, handle)
        relay.begin(connection)
        return connection
    }

    private init(_ library: NatsLibrary, _ setup: FleetSetup, _ handle: NatsLibrary.Handle?) {
        (self.library, self.setup, self.handle) = (library, setup, handle)
    }

    private static func connect(
        _ library: NatsLibrary, _ setup: FleetSetup, _ relay: CallbackRelay
    ) throws(FleetError) -> NatsLibrary.Handle? {
        var options: NatsLibrary.Handle?
        guard library.createOptions(&options) == NatsLibrary.ok, let options else {
            throw FleetError("the client of NATS has no memory left; end some programs")
        }
        defer { library.destroyOptions(options) }
        try apply(setup, relay, to: options, library)
        var handle: NatsLibrary.Handle?
        var status = library.connect(&handle, options)
        // A server that is only busy answers the second time.
        if status == NatsLibrary.timeout { status = library.connect(&handle, options) }
        if status == NatsLibrary.noServer {
            // After any other fault, the client would not try again, and not say why.
            _ = library.setRetryOnFailedConnect(options, true, CallbackRelay.connected, relay.pointer)
            status = library.connect(&handle, options)
        }
        if handle == nil {
            relay.note(.closed(reason: library.refusal(status)))
        } else {
            relay.note(status == NatsLibrary.ok ? nil : "no server answers", handle)
        }
        return handle
    }

    private static func apply(
        _ setup: FleetSetup, _ relay: CallbackRelay, to options: NatsLibrary.Handle, _ library: NatsLibrary
    ) throws(FleetError) {
        // The client copies the texts.
        let texts = setup.servers.map { UnsafePointer(strdup($0)) }
        defer { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }
        let closure = relay.pointer
        var results = [
            library.setServers(options, texts, CInt(texts.count)), library.setName(options, setup.name),
            // The client takes `tls://` for the address alone.
            library.setSecure(options, setup.servers.contains { $0.hasPrefix("tls://") }),
            library.setTimeout(options, times.connect), library.setReconnectWait(options, times.wait),
            library.setJitter(options, times.jitter, times.jitter), library.setMaxReconnect(options, -1),
            // Nothing is sent after its sender was told that there is no connection.
            library.setReconnectBuffer(options, 1),
            // Without it, the client waits for more to send: 1 ms for each message.
            library.setSendAsap(options, true),
            library.setReconnected(options, CallbackRelay.connected, closure),
            library.setDisconnected(options, CallbackRelay.disconnected, closure),
            library.setClosed(options, CallbackRelay.closed, closure),
            library.setErrorHandler(options, CallbackRelay.failed, closure),
        ]
        if let file = setup.credentials { results.append(library.setCredentials(options, file, nil)) }
        if let fault = results.first(where: { $0 != NatsLibrary.ok }) {
            throw FleetError("the settings of the fleet are of no use: \(library.words(fault)); correct them")
        }
    }

    // MARK: State

    var state: FleetState { present.withLock(\.self) }

    fileprivate func note(_ state: FleetState) {
        let isNew = present.withLock { present in
            // What was closed stays closed.
            if case .closed = present { return false }
            defer { present = state }
            return present != state
        }
        if isNew { setup.changed(state) }
    }

    var messageLimit: Int { handle.map { Int(library.maxPayload($0)) } ?? .max }

    // MARK: Messages

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
        guard let handle else { return }
        var subscription: NatsLibrary.Handle?
        // Never released: the client may deliver a message until the process ends.
        let receiver = Unmanaged.passRetained(Receiver(library, receive)).toOpaque()
        let status = library.subscribe(&subscription, handle, subject, Receiver.received, receiver)
        // A connection that was closed says so itself.
        guard status == NatsLibrary.ok, let subscription else { return }
        _ = library.setPendingLimits(subscription, Self.pending.messages, Self.pending.bytes)
    }

    func close() {
        guard let handle else { return }
        note(.closed(reason: ""))
        _ = library.flush(handle, Self.times.connect)
        library.close(handle)
    }
}

/// The receiver of a subscription's messages.
private final class Receiver: Sendable {
    static let received: NatsLibrary.MessageCallback = { _, _, message, closure in
        guard let message, let closure else { return }
        let receiver = Unmanaged<Receiver>.fromOpaque(closure).takeUnretainedValue()
        receiver.receive(receiver.taken(message))
    }

    private let library: NatsLibrary
    private let receive: @Sendable (FleetMessage) -> Void

    init(_ library: NatsLibrary, _ receive: @escaping @Sendable (FleetMessage) -> Void) {
        (self.library, self.receive) = (library, receive)
    }

    private func taken(_ message: NatsLibrary.Handle) -> FleetMessage {
        defer { library.destroyMessage(message) }
        let subject = library.messageSubject(message).map { String(cString: $0) }
        let reply = library.messageReply(message).map { String(cString: $0) }
        let bytes = UnsafeRawBufferPointer(
            start: library.messageData(message), count: Int(library.messageSize(message)))
        return FleetMessage(
            subject: subject ?? "", reply: reply, content: library.isNoResponders(message) ? nil : Array(bytes))
    }
}

/// The receiver of the client's events, which may come before the connection is there.
private final class CallbackRelay: Sendable {
    static let connected: NatsLibrary.ConnectionCallback = { $1.map(relay)?.note(nil, $0) }
    static let disconnected: NatsLibrary.ConnectionCallback = { connection, closure in
        closure.map(relay)?.note("the connection to the server was lost", connection)
    }
    static let closed: NatsLibrary.ConnectionCallback = { connection, closure in
        guard let relay = closure.map(relay) else { return }
        let words = relay.lastError(connection) ?? "the connection was closed"
        relay.note(.closed(reason: "\(words); correct what its log says, and start this host again"))
    }
    static let failed: NatsLibrary.ErrorCallback = { connection, _, status, closure in
        guard let relay = closure.map(relay) else { return }
        let words = relay.lastError(connection) ?? relay.library.words(status)
        relay.setup.report("the fleet's server: \(PlainText.line(words, limit: 200)); see its log")
    }

    private static func relay(_ closure: NatsLibrary.Handle) -> CallbackRelay {
        Unmanaged<CallbackRelay>.fromOpaque(closure).takeUnretainedValue()
    }

    private let library: NatsLibrary
    private let setup: FleetSetup
    private let state = Mutex<(connection: NatsConnection?, early: FleetState?)>((nil, nil))

    init(_ library: NatsLibrary, _ setup: FleetSetup) { (self.library, self.setup) = (library, setup) }

    /// The pointer for the client. It is never released: the client may call until the process ends.
    var pointer: NatsLibrary.Handle { Unmanaged.passRetained(self).toOpaque() }

    func begin(_ connection: NatsConnection) {
        let early = state.withLock { state in
            state.connection = connection
            return state.early
        }
        if let early { connection.note(early) }
    }

    /// Notes that the connection is there, or the reason why it is not.
    func note(_ reason: String?, _ handle: NatsLibrary.Handle?) {
        note(reason.map { .waiting(reason: lastError(handle) ?? $0) } ?? .connected(server: server(of: handle)))
    }

    func note(_ newest: FleetState) {
        let connection = state.withLock { state in
            state.early = newest
            return state.connection
        }
        connection?.note(newest)
    }

    private func server(of handle: NatsLibrary.Handle?) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard let handle, library.connectedURL(handle, &buffer, buffer.count) == NatsLibrary.ok else { return "" }
        // The address may have a password.
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.replacing(/\/\/[^@\/]*@/, with: "//")
    }

    private func lastError(_ handle: NatsLibrary.Handle?) -> String? {
        var text: NatsLibrary.Text?
        guard let handle, library.lastError(handle, &text) != NatsLibrary.ok, let text else { return nil }
        let words = String(cString: text)
        return words.isEmpty ? nil : words
    }
}

/// The entry point through which the host gets connections; the name includes the contract's version.
@c(switchboard_fleet_v1)
public func switchboardFleet(_ host: HostPointer) -> CInt {
    exportFleet(to: host) { (setup) throws(FleetError) in try NatsConnection.begin(setup) }
}
