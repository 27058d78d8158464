import Glibc

/// Starts the shell and an empty program that links the same libraries, in turns, and prints how long each takes from the
/// start of its process to its prompt on a terminal, in milliseconds. Ends with 1 if the shell takes more than 30 ms
/// longer.
///
///     Start HOST EMPTY FOLDER
@main struct Start {
    private static let rounds = 101
    private static let bar = 30.0

    static func main() throws {
        let arguments = CommandLine.arguments
        let environment = [
            "HOME": arguments[3], "XDG_CACHE_HOME": arguments[3] + "/cache", "PATH": "/usr/bin:/bin", "TERM": "xterm",
        ]
        // The scans and the image of the start are there from then on, and the libraries in memory.
        for program in [arguments[1], arguments[2], arguments[1]] { _ = try time(of: program, environment) }
        var (shell, empty): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            shell.append(try time(of: arguments[1], environment))
            empty.append(try time(of: arguments[2], environment))
        }
        print("program           median     p90  (ms, \(rounds) starts)")
        let difference = show("the shell", shell) - show("empty", empty)
        print("difference     \(text(difference).leading(9))          (at most \(Int(bar)))")
        exit(difference > bar ? 1 : 0)
    }

    private static func time(of program: String, _ environment: [String: String]) throws -> Double {
        let began = ContinuousClock.now
        let terminal = try Terminal(program, environment: environment, size: (100, 30))
        _ = try terminal.bytes(until: "switchboard> ")
        let time = ContinuousClock.now - began
        try terminal.type("quit\n")
        guard try terminal.exitCode() == 0 else { throw SystemError("\(program) failed", code: 1) }
        return time / .milliseconds(1)
    }

    /// Prints a row, and returns the median.
    private static func show(_ name: String, _ times: [Double]) -> Double {
        let sorted = times.sorted()
        let values = [sorted[sorted.count / 2], sorted[sorted.count * 9 / 10]]
        print(([name.padded(16)] + values.map { text($0).leading(8) }).joined())
        return values[0]
    }

    private static func text(_ milliseconds: Double) -> String { "\((milliseconds * 10).rounded() / 10)" }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
    fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}
