import Glibc
@_spi(Host) import ModuleKit

/// The least program for two comparisons, with the same libraries as the host.
///
///     Bare                   shows a prompt, and ends with the next line
///     Bare WARM LIBRARY      opens a module's library, makes and starts the module, and prints the microseconds
@main struct Bare {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("switchboard> ", terminator: "")
            fflush(nil)
            _ = readLine()
            return
        }
        Task.detached {
            do {
                // The first library loads what both share.
                try await start(arguments[1])
                let began = ContinuousClock.now
                try await start(arguments[2])
                print((ContinuousClock.now - began) / .microseconds(1))
                exit(0)
            } catch {
                print("bench: \(error)")
                exit(1)
            }
        }
        while true { pause() }
    }

    private static func start(_ library: String) async throws {
        let name = library.split(separator: "/").last.map { $0.dropFirst(3).dropLast(3) } ?? ""
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let address = dlsym(handle, "switchboard_v1_\(name)")
        else {
            print(String(cString: dlerror()))
            exit(1)
        }
        // The contract gives every symbol of this name this type.
        let entryPoint = unsafeBitCast(address, to: Handshake.EntryPoint.self)
        let factory = try Handshake.factory(ModuleFactory.self, from: entryPoint)
        let mediator = Switchboard(navigator: IdleNavigator())
        try await factory.module(context: ModuleContext(name: "\(name)", mediator: mediator)).start()
    }
}

/// A navigator that shows nothing.
private struct IdleNavigator: Navigator {
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback { Feedback(.done, stack: []) }
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback { Feedback(.done, stack: []) }
}
