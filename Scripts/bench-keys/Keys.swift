import Glibc

/// Types one key after the other in the shell and in `cat`, in turns, and prints how long the terminal takes to show
/// each, in microseconds.
///
///     Keys HOST FOLDER
@main struct Keys {
    private static let rounds = 60
    /// Text that every source of hints looks at: the history, and the routes of ten modules.
    private static let text = "open app://M00003/route512/4"

    static func main() throws {
        let arguments = CommandLine.arguments
        let environment = ["HOME": arguments[2], "XDG_CACHE_HOME": arguments[2] + "/cache", "PATH": "/usr/bin:/bin"]
        let shell = try Terminal(
            arguments[1], ["--no-remote", "--modules", arguments[2] + "/many"], environment: environment,
            size: (100, 30))
        let cat = try Terminal("/bin/cat", environment: environment, size: (100, 30))
        _ = try shell.read(until: "switchboard> ")
        // The routes are known when a hint comes from them.
        repeat {
            try shell.type("\u{15}open app://M00003/route5")
        } while try !shell.drain(milliseconds: 200).contains("\u{1B}[90m/")
        try shell.type("\u{15}")
        try rest(of: shell)
        var times: (shell: [Duration], cat: [Duration]) = ([], [])
        for _ in 0..<rounds {
            for key in text {
                times.shell.append(try time(of: "\(key)", at: shell))
                times.cat.append(try time(of: "\(key)", at: cat))
            }
            try shell.type("\u{15}")
            try rest(of: shell)
            try cat.type("\u{15}")
            try rest(of: cat)
        }
        print("terminal          median     p99     max  (µs, \(times.shell.count) keys)")
        show("the shell", times.shell)
        show("cat", times.cat)
        try shell.type("quit\n")
        try cat.type("\n\u{4}")
        _ = (try shell.exitCode(), try cat.exitCode())
    }

    private static func time(of key: String, at terminal: Terminal) throws -> Duration {
        let began = ContinuousClock.now
        try terminal.type(key)
        _ = try terminal.bytes(until: key)
        let time = ContinuousClock.now - began
        try rest(of: terminal)
        return time
    }

    private static func rest(of terminal: Terminal) throws { try terminal.drain(milliseconds: 2) }

    private static func show(_ name: String, _ times: [Duration]) {
        let sorted = times.map { Int($0 / .microseconds(1)) }.sorted()
        let values = [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1]]
        print(([name.padded(16)] + values.map { String($0).leading(8) }).joined())
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
    fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}
