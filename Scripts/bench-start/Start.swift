import Glibc

/// Starts the shell and an empty program that links the same libraries, in turns, and prints how long each takes from
/// the start of its process to its prompt on a terminal, in milliseconds, and the processor time of its whole run,
/// which other processes hardly change. Ends with 1 if the shell takes more than 30 ms longer.
///
///     Start HOST EMPTY FOLDER
@main struct Start {
    private static let rounds = 101
    private static let bar = 30.0

    /// What a start takes, in milliseconds.
    private typealias Cost = (time: Double, processor: Double)

    static func main() throws {
        let arguments = CommandLine.arguments
        let environment = [
            "HOME": arguments[3], "XDG_CACHE_HOME": arguments[3] + "/cache", "PATH": "/usr/bin:/bin", "TERM": "xterm",
        ]
        // The scans and the image of the start are there from then on, and the libraries in memory.
        for program in [arguments[1], arguments[2], arguments[1]] { _ = try time(of: program, environment) }
        var (shell, empty): ([Cost], [Cost]) = ([], [])
        for _ in 0..<rounds {
            shell.append(try time(of: arguments[1], environment))
            empty.append(try time(of: arguments[2], environment))
        }
        print("program           median     p90  processor  (ms, \(rounds) starts)")
        let (first, second) = (show("the shell", shell), show("empty", empty))
        let (time, processor) = (first.time - second.time, first.processor - second.processor)
        print("difference      \(text(time).leading(8))        \(text(processor).leading(11))  (at most \(Int(bar)))")
        exit(time > bar ? 1 : 0)
    }

    private static func time(of program: String, _ environment: [String: String]) throws -> Cost {
        let (began, used) = (ContinuousClock.now, processorTime)
        let terminal = try Terminal(program, environment: environment, size: (100, 30))
        _ = try terminal.bytes(until: "switchboard> ")
        let time = ContinuousClock.now - began
        try terminal.type("quit\n")
        guard try terminal.exitCode() == 0 else { throw SystemError("\(program) failed", code: 1) }
        return (time / .milliseconds(1), processorTime - used)
    }

    /// The processor time of all processes that have ended.
    private static var processorTime: Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }

    /// Prints a row, and returns the medians.
    private static func show(_ name: String, _ costs: [Cost]) -> Cost {
        let (times, processor) = (costs.map(\.time).sorted(), costs.map(\.processor).sorted())
        let values = [times[times.count / 2], times[times.count * 9 / 10]]
        let cost = (values[0], processor[processor.count / 2])
        print(([name.padded(16)] + values.map { text($0).leading(8) }).joined() + text(cost.1).leading(11))
        return cost
    }

    private static func text(_ milliseconds: Double) -> String { "\((milliseconds * 10).rounded() / 10)" }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
    fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}
