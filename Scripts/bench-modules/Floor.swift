import Glibc
@_spi(Host) import ModuleKit

/// Opens a library, shakes hands with its module, makes and starts it, and prints how long that took, in microseconds.
@main struct Floor {
    /// A library that is opened before, so that what all of them share is there.
    static func main() async throws {
        let warm = CommandLine.arguments[1]
        let library = CommandLine.arguments[2]
        try await start(warm)
        let began = ContinuousClock.now
        try await start(library)
        let time = ContinuousClock.now - began
        print(time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000)
    }

    static func start(_ library: String) async throws {
        let name = library.split(separator: "/").last.map { $0.dropFirst(3).dropLast(3) } ?? ""
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let address = dlsym(handle, "switchboard_v1_\(name)")
        else { return print(String(cString: dlerror())) }
        // The contract gives every symbol of this name this type.
        let factory = try Handshake.perform(unsafeBitCast(address, to: Handshake.EntryPoint.self))
        let mediator = Switchboard(navigator: Nowhere())
        try await factory.module(context: ModuleContext(name: "\(name)", mediator: mediator)).start()
    }
}

/// A navigator that shows nothing.
private struct Nowhere: Navigator {
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback { Feedback(.done, stack: []) }
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback { Feedback(.done, stack: []) }
}
