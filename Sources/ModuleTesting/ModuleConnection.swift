import Glibc
@_spi(Host) public import ModuleKit

/// A connection over which a test uses its module as if the module ran in another process: all messages are serialized.
///
/// A library for tests implements the connection (`Tests/Connection`); the module itself runs in the test's process.
@_spi(Host) public protocol ModuleConnection: Sendable {
    /// The mediator for the module's context; this mediator passes each request over the connection.
    var mediator: Switchboard { get }
    /// Returns the declarations as a host receives them; their handlers call the module over the connection.
    /// - Throws: the error of a declaration that cannot be sent.
    func arrived(_ registration: Registration) async throws -> Registration
    /// Returns the module's own error for an error that arrived as text.
    func original(of error: any Error) -> any Error
}

/// A factory of the connection between a module and the mediator of a test.
@_spi(Host) public typealias ConnectionFactory = LibraryFactory<
    (ModuleInfo, Switchboard), any ModuleConnection, any Error
>

extension ConnectionFactory {
    /// Returns the factory of the library that the environment names; `nil` if the environment names no library.
    static func named() throws -> ConnectionFactory? {
        guard let path = getenv("SWITCHBOARD_TEST_CONNECTION") else { return nil }
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let symbol = dlsym(library, "switchboard_connection_v1")
        else { throw DescribedError(description: dlerror().map { String(cString: $0) } ?? "no connection") }
        return try Handshake.factory(Self.self, from: unsafeBitCast(symbol, to: Handshake.EntryPoint.self))
    }
}
