import Foundation
import Tables

/// Counts instructions: of each request of the benchmark of routers and of a shell line with its page, by the
/// difference between many and few of them in a process; and of whole starts.
enum Instructions {
    /// Lines of the shell; # becomes six homes in turn, so that caches by URL do not help.
    private static let lines = [
        "app://rent/#", "app://account/login", "call app://account/session", "app://nothing/here",
    ]

    /// Commands that a script runs, each in a process of its own.
    private static let commands = [
        "switchboard open app://rent/42", "switchboard open app://account/login",
        "switchboard call app://account/session",
    ]

    /// - Parameter names: the rows to count; if empty, all.
    static func run(on host: Host, names: [String]) throws {
        let requests = try host.stripped(host.own("RouterBenchmark"))
        let (program, empty) = (try host.stripped(host.program), try host.stripped(host.own("Bare")))
        let known =
            try host.succeed([requests, "--names"]).lines.map(String.init) + lines
            + commands + ["start", "empty start"]
        print("| instructions | of |\n|-------------:|:---|")
        for (number, name) in (names.isEmpty ? known : names).enumerated() {
            let new = try host.moved(to: "home\(number)")
            let count =
                switch name {
                case "start": try start([program, "--demo"], on: new)
                case "empty start": try start([empty], on: new)
                case _ where commands.contains(name):
                    try start([program, "--demo"] + name.split(separator: " ").dropFirst().map(String.init), on: new)
                case _ where name.contains("://"): try line(name, [program, "--demo"], on: new)
                default: try request(name, requests, on: new)
                }
            print("| \(String(repeating: " ", count: max(0, 12 - count.count)))\(count) | \(name) |")
            fflush(nil)
        }
    }

    private static func request(_ name: String, _ program: String, on host: Host) throws -> String {
        try host.succeed([program, "--only", name, "--count", "1"])
        let counts = try [2_000, 6_000].map { try host.instructions([program, "--only", name, "--count", "\($0)"]) }
        return Number.grouped((counts[1] - counts[0]) / 4_000)
    }

    private static func line(_ text: String, _ words: [String], on host: Host) throws -> String {
        let script = { (count: Int) in
            (1...count).map { text.replacing("#", with: "\($0 % 6 + 1)") + "\n" }.joined()
        }
        try host.run(words, input: script(1))
        let counts = try [10, 30].map { try host.instructions(words, input: script($0)) }
        return Number.grouped((counts[1] - counts[0]) / 20)
    }

    /// Counts a program from its start to its prompt, and its end.
    private static func start(_ words: [String], on host: Host) throws -> String {
        try host.warm(words, input: "exit\n")
        return Number.grouped(try host.instructions(words, input: "exit\n"))
    }
}
