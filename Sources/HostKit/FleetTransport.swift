@_spi(Host) public import ModuleKit

/// A connection to the server that carries the messages of a fleet; the library `libFleet.so` makes it.
///
/// Use it from any task. No function waits for the server.
@_spi(Host) public protocol FleetTransport: AnyObject, Sendable {
    /// The state of the connection.
    var state: FleetState { get }

    /// Sends a message behind all earlier ones.
    ///
    /// - Parameter reply: the subject on which the server says that no host listens; `nil` for a message without that.
    /// - Returns: `false` if there is no connection, or the server does not take the message.
    func send(_ bytes: [UInt8], to subject: String, reply: String?) -> Bool

    /// Receives the messages of a subject, which may end with a wildcard, from now on, also after a lost connection.
    ///
    /// - Parameter receive: called on one thread, which it must not hold, in the order of the sender's messages.
    /// - Throws: `FleetError` without a connection.
    func subscribe(
        to subject: String, _ receive: @escaping @Sendable (FleetMessage) -> Void
    ) throws(FleetError)

    /// Sends what waits to be sent, and closes the connection.
    func close()
}

/// A message of a fleet.
@_spi(Host) public struct FleetMessage: Sendable {
    /// The subject to which it was sent.
    public let subject: String
    /// The subject for an answer, if the sender wants one.
    public let reply: String?
    /// The content; `nil` for the server's word that no host listens to the message with this subject for its reply.
    public let content: [UInt8]?

    /// Creates a message.
    public init(subject: String, reply: String?, content: [UInt8]?) {
        (self.subject, self.reply, self.content) = (subject, reply, content)
    }
}

/// The state of a connection to a fleet's server.
@_spi(Host) public enum FleetState: Sendable, Equatable {
    /// The connection is there, to the server of this address.
    case connected(server: String)
    /// The connection is not there yet, or was lost; the library tries again. The reason may be empty.
    case waiting(reason: String)
    /// The connection was closed, by this host or for good by the server.
    case closed(reason: String)
}

/// The settings of a connection to a fleet's server.
@_spi(Host) public struct FleetSetup: Sendable {
    /// The addresses of servers, of which the first that answers is used: `nats://HOST[:PORT]`, or `tls://…`.
    public let servers: [String]
    /// The path of a file with NATS credentials; `nil` for none.
    public let credentials: String?
    /// The name of this host, for the server's lists of connections.
    public let name: String
    /// Called when the state changes, on a thread of the library.
    public let changed: @Sendable (FleetState) -> Void
    /// Receives notices for people, such as for messages that were dropped.
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

/// The reason why a host cannot take part in a fleet, in words that end with the remedy.
@_spi(Host) public struct FleetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The words.
    public let description: String

    /// Creates an error of its words.
    public init(_ description: String) { self.description = description }
}

/// A factory of connections, which begin at once; it throws for invalid settings, or without the library of NATS.
@_spi(Host) public typealias FleetFactory = LibraryFactory<FleetSetup, any FleetTransport, FleetError>
