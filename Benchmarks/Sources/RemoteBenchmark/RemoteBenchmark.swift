import Foundation
@_spi(Host) import ModuleKit

/// Measures a request that a kept answer of a remote ends beside one that a route of a module ends, and a question that
/// nobody has asked before beside the same by libcurl alone, in one run.
///
///     RemoteBenchmark LIBRARY ADDRESS URL
///
/// `LIBRARY` is the host's `libRemoteLookup.so`, `ADDRESS` a service that answers `URL` with a page that may be kept.
@main
enum RemoteBenchmark {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count == 3 else { throw Fault("it takes LIBRARY ADDRESS URL; use `make bench-remote`") }
            let resolver = try Self.resolver(library: arguments[0], address: arguments[1])
            let comparison = try await Comparison(resolver: resolver, url: arguments[2])
            print(try await comparison.run(rounds: 9))
            let misses = Misses(resolver: resolver, address: arguments[1], url: arguments[2] + "/none")
            print(try await misses.run(rounds: 4))
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    /// The resolver as the host takes it from its library.
    private static func resolver(library: String, address: String) throws -> any Resolver {
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(handle, "switchboard_resolver_v1_HTTP")
        else { throw Fault(dlerror().map { String(cString: $0) } ?? "\(library) is of no use; build it") }
        // The name of the symbol promises its type.
        let entryPoint = unsafeBitCast(symbol, to: Handshake.EntryPoint.self)
        let factory = try Handshake.factory(ResolverFactory.self, from: entryPoint)
        return try factory.make(ResolverSetup(endpoint: address))
    }
}

/// Why nothing was measured.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
