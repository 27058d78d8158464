import Foundation
@_spi(Host) import ModuleKit
import Tables

/// Compares a request answered by a remote's kept answer with a request answered by a module's route, and a question
/// that nobody has asked before with the same question through libcurl alone, in one process; then, in the shell, and
/// by the program `curl`.
enum Remote {
    private static let count = 1_000

    static func run(on host: Host, port: Int) async throws {
        let address = "http://127.0.0.1:\(port)/lookup"
        let nginx = try host.serve(["Examples/RemoteServer/run.sh", "\(port)"], "nginx")
        defer { nginx.terminate() }
        let waiting = ["curl", "--silent", "--output", "/dev/null", "--retry-connrefused", "--retry", "9", address]
        try host.succeed(waiting)
        let resolver = try factory(
            ResolverFactory.self, host.products + "/libRemoteLookup.so", "switchboard_resolver_v1_HTTP"
        ).make(ResolverSetup(endpoint: address))
        print(try await KeptAnswers(resolver: resolver, url: "app://shop").run(rounds: 9))
        print(try await Misses(resolver: resolver, address: address, url: "app://shop/none").run(rounds: 4))

        // Each URL once, over one connection: the time of the resolver's stage.
        let lines = (1...count).map { "app://none/\($0)\n" }.joined()
        let words = [host.program, "--remote", address, "--trace-file"]
        try host.run(words + [host.folder + "/missed"], input: lines)
        row("a miss in the shell, kept on the disk", try missed("missed", on: host))
        // Without a folder for the cache, which shows the cost of writing.
        try host.run(
            ["env", "-u", "XDG_CACHE_HOME", "HOME=/nonexistent"] + words + [host.folder + "/unkept"], input: lines)
        row("the same without writing", try missed("unkept", on: host))
        try measureCurl(address, on: host)
    }

    /// Returns the median time of the resolver without the first hundred.
    private static func missed(_ trace: String, on host: Host) throws -> Double {
        Array(try host.durations(trace, stage: "resolver").dropFirst(100)).median
    }

    /// Measures one command for all URLs over one connection, without the time between transfers, by curl's count; and
    /// one command for each URL, from its start to its end.
    private static func measureCurl(_ address: String, on host: Host) throws {
        let urls = (1...count).map { "\(address)?url=app%3A%2F%2Fnone%2F\($0)" }
        let transfers = try host.file(
            "curl", urls.map { "url = \"\($0)\"\noutput = /dev/null\n" }.joined())
        let times = try host.succeed(["curl", "--silent", "--config", transfers, "--write-out", "%{time_total}\\n"])
            .lines
        row("one transfer of many by one curl", times.dropFirst(100).compactMap { Double($0) }.median * 1e6)
        let began = ContinuousClock.now
        for url in urls.prefix(100) { try host.succeed(["curl", "--silent", "--output", "/dev/null", url]) }
        row("one curl for each, its start included", (ContinuousClock.now - began) / .microseconds(100))
    }

    private static func row(_ name: String, _ microseconds: Double) {
        print((name + ":").padding(toLength: 42, withPad: " ", startingAt: 0) + Number.fixed(microseconds, 1) + " µs")
    }
}
