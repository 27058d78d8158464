import Foundation
@_spi(Host) import ModuleKit

/// Compares a request answered by a remote's cached answer with a request answered by a module's route, and a question
/// that nobody has asked before with the same question through libcurl alone, in one run.
///
///     RemoteBenchmark LIBRARY ADDRESS URL
///
/// `LIBRARY` is the host's `libRemoteLookup.so`. `ADDRESS` is a service that answers `URL` with a cacheable page.
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

    /// Returns the resolver, as the host opens it from its library.
    private static func resolver(library: String, address: String) throws -> any Resolver {
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(handle, "switchboard_resolver_v1_HTTP")
        else { throw Fault(dlerror().map { String(cString: $0) } ?? "\(library) is of no use; build it") }
        // The name of the symbol determines its type.
        let entryPoint = unsafeBitCast(symbol, to: Handshake.EntryPoint.self)
        let factory = try Handshake.factory(ResolverFactory.self, from: entryPoint)
        return try factory.make(ResolverSetup(endpoint: address))
    }
}

/// The reason why nothing was measured.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
