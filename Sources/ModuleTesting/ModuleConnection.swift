import Glibc
@_spi(Host) public import ModuleKit

/// The connection of a test to its module as to one in another process: what they say is written and read.
///
/// A library for tests has it (`Tests/Connection`); the module itself stays in the process of the test.
@_spi(Host) public protocol ModuleConnection: Sendable {
    /// The mediator for the module's context, which passes each request over the connection.
    var mediator: Switchboard { get }
    /// Returns the declarations as they arrive, with code that asks the module over the connection.
    /// - Throws: the error of a declaration that cannot cross.
    func arrived(_ registration: Registration) async throws -> Registration
    /// Returns the module's own error for one that arrived as its words.
    func original(of error: any Error) -> any Error
}

/// A factory of the connection between a module and the mediator of a test.
@_spi(Host) public typealias ConnectionFactory = LibraryFactory<
    (ModuleInfo, Switchboard), any ModuleConnection, any Error
>

extension ConnectionFactory {
    /// The factory in the library that the environment names; `nil` if it names none.
    static func named() throws -> ConnectionFactory? {
        guard let path = getenv("SWITCHBOARD_TEST_CONNECTION") else { return nil }
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let symbol = dlsym(library, "switchboard_connection_v1")
        else { throw DescribedError(description: dlerror().map { String(cString: $0) } ?? "no connection") }
        return try Handshake.factory(Self.self, from: unsafeBitCast(symbol, to: Handshake.EntryPoint.self))
    }
}
