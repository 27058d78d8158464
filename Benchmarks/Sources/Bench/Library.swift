import Glibc
@_spi(Host) import ModuleKit

/// Opens a library as the host does, and returns the factory behind its entry point; the symbol's name determines the
/// factory's type.
func factory<Factory: AnyObject>(_ kind: Factory.Type, _ library: String, _ symbol: String) throws -> Factory {
    guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE), let address = dlsym(handle, symbol)
    else { throw Fault(dlerror().map { String(cString: $0) } ?? "\(library) is of no use; build it") }
    return try Handshake.factory(kind, from: unsafeBitCast(address, to: Handshake.EntryPoint.self))
}

/// A navigator that does not display anything.
struct IdleNavigator: Navigator {
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback { Feedback(.shown, stack: []) }
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        PageStack().forecast(command, for: request)
    }
}
