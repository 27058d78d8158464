@_spi(Host) public import ModuleKit

/// A connection to the message server of a fleet; the library `libFleet.so` creates it.
///
/// Use it in any task. No function waits for the server.
@_spi(Host) public protocol FleetTransport: AnyObject, Sendable {
    /// The state of the connection.
    var state: FleetState { get }

    /// Sends a message after all earlier messages.
    ///
    /// - Parameter reply: the subject for an answer, or for the server's report that no host received the message.
    /// - Returns: `false` if there is no connection, or the server does not take the message.
    func send(_ bytes: [UInt8], to subject: String, reply: String?) -> Bool

    /// Subscribes to a subject, which may end with a wildcard; the subscription survives a lost connection.
    ///
    /// - Parameter receive: called with each message, in order for each sender, on one thread that the closure must not
    ///   block.
    /// - Throws: `FleetError` if there is no connection.
    func subscribe(
        to subject: String, _ receive: @escaping @Sendable (FleetMessage) -> Void
    ) throws(FleetError)

    /// Sends the waiting messages, and closes the connection.
    func close()
}

/// A message of a fleet.
@_spi(Host) public struct FleetMessage: Sendable {
    /// The subject to which the message was sent.
    public let subject: String
    /// The subject for an answer, if the sender wants one.
    public let reply: String?
    /// The content; `nil` if the server reports that no host received the message with `subject` as its reply subject.
    public let content: [UInt8]?

    /// Creates a message.
    public init(subject: String, reply: String?, content: [UInt8]?) {
        (self.subject, self.reply, self.content) = (subject, reply, content)
    }
}

/// The state of a connection to a fleet's server.
@_spi(Host) public enum FleetState: Sendable, Equatable {
    /// The host is connected to the server at this address.
    case connected(server: String)
    /// The connection is not established yet, or was lost; the library tries again. The reason may be empty.
    case waiting(reason: String)
    /// This host closed the connection, or the server closed it permanently.
    case closed(reason: String)
}

/// The settings of a connection to a fleet's server.
@_spi(Host) public struct FleetSetup: Sendable {
    /// The servers' addresses, `nats://HOST[:PORT]` or `tls://…`; the first server that answers is used.
    public let servers: [String]
    /// The path of a file with NATS credentials; `nil` for a connection without credentials.
    public let credentials: String?
    /// The name of this host, for the server's lists of connections.
    public let name: String
    /// Called when the state changes, on a thread of the library.
    public let changed: @Sendable (FleetState) -> Void
    /// Receives notices for the user, such as about dropped messages.
    public let report: @Sendable (String) -> Void

    /// Creates settings.
    public init(
        servers: [String], credentials: String?, name: String, changed: @escaping @Sendable (FleetState) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) {
        (self.servers, self.credentials, self.name) = (servers, credentials, name)
        (self.changed, self.report) = (changed, report)
    }
}

/// The reason why a host cannot take part in a fleet, with the remedy.
@_spi(Host) public struct FleetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence with the reason and the remedy.
    public let description: String

    /// Creates an error with its text.
    public init(_ description: String) { self.description = description }
}

/// A factory of connections, which begin to connect immediately.
///
/// The factory throws if the settings are invalid or NATS's library is absent.
@_spi(Host) public typealias FleetFactory = LibraryFactory<FleetSetup, any FleetTransport, FleetError>
