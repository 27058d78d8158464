import Foundation

/// Runs hosts for a long time: shell lines, calls of an isolated module and of another host of a fleet, and changes of
/// a live page. Prints the resident memory in KiB after each tenth. Fails if a host dies, or if its memory grows by
/// more than 8 MB after the second tenth.
enum Endurance {
    static func run(on host: Host, lines: Int, calls: Int) throws {
        let (here, tenth) = (try host.subjects("Echo", "Load"), calls / 10)
        let shell = String(repeating: "b\n", count: lines / 10) + "call app://load/memory\n"
        try check(
            "shell", here, tenths(shell) + "record \(host.folder)/recording\nexit\n", on: host)
        try check("isolated", host.subjects("Apart", "Load"), tenths("call app://load/ask/apart/\(tenth)\n"), on: host)
        try check("live", here, "app://load/page\n" + tenths("call app://load/change/\(tenth)\n"), on: host)

        let server = "nats://127.0.0.1:4392"
        let nats = try host.serve(["nats-server", "-a", "127.0.0.1", "-p", "4392"], "nats")
        defer { nats.terminate() }
        let echo = try host.serve(
            [host.program] + host.subjects("Echo") + ["--fleet", server, "serve", "Echo"], "echo")
        defer { echo.terminate() }
        try check(
            "fleet", host.subjects("Load") + ["--fleet", server], tenths("call app://load/ask/echo/\(tenth)\n"),
            on: host)
        print("no memory grew")
    }

    private static func tenths(_ line: String) -> String { String(repeating: line, count: 10) }

    /// Runs a host with lines, ten of which return the sizes of memory.
    private static func check(_ name: String, _ options: [String], _ lines: String, on host: Host) throws {
        let result = try host.run([host.program, "--json", "--deadline", "3600"] + options, input: lines)
        let sizes = result.output.matches(of: #/"value":\[([0-9,]+)\]/#).map { match in
            match.1.split(separator: ",").compactMap { Int($0) }
        }
        print("\(name): kilobytes \(sizes.map { $0.map(String.init).joined(separator: ",") }.joined(separator: " "))")
        // If a line fails, the shell ends with an exit code of 3 or less.
        guard result.code <= 3, sizes.count == 10 else {
            throw Fault("\(name) ended with \(result.code): \(result.errors.suffix(500))")
        }
        for (second, last) in zip(sizes[1], sizes[9]) where last > second + 8_192 {
            throw Fault("\(name): the memory grows from \(second) to \(last) kilobytes")
        }
    }
}
