import Glibc
import Tables

/// Types one key after the other in the shell, with 10 modules of 1,000 routes, and in `cat`, in turns, and measures
/// how long the terminal takes to show each.
enum Keys {
    private static let rounds = 60
    /// Text that every source of hints looks at: the history, and the routes of ten modules.
    private static let text = "call app://M00003/route512/4"

    static func run(on host: Host) throws {
        let many = try host.manyModules(10, routes: 1_000)
        try host.warm([host.program, "--no-remote", "--modules", many, "routes"])
        for (name, folder) in ["HOME": "", "XDG_CACHE_HOME": "/cache", "XDG_DATA_HOME": "/data"] {
            setenv(name, host.folder + folder, 1)
        }
        let shell = try Terminal([host.program, "--no-remote", "--modules", many])
        let cat = try Terminal(["/bin/cat"])
        try shell.read(until: "switchboard> ")
        // The routes are known when a hint comes from them.
        repeat {
            try shell.type("\u{15}call app://M00003/route5")
        } while try !shell.rest(milliseconds: 200).contains("\u{1B}[90m/")
        var times: (shell: [Double], cat: [Double]) = ([], [])
        for _ in 0..<rounds {
            for terminal in [shell, cat] {
                try terminal.type("\u{15}")
                try terminal.rest()
            }
            for key in text {
                times.shell.append(try shell.time(of: "\(key)"))
                times.cat.append(try cat.time(of: "\(key)"))
            }
        }
        let rows = [("the shell", times.shell), ("cat", times.cat)].map { name, times in
            let sorted = times.sorted()
            return [name]
                + [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1]]
                .map { Number.fixed($0, 0) }
        }
        print(
            TextTable(
                "The display of a typed key", heading: ["terminal", "median, µs", "99th percentile", "maximum"],
                rows: rows
            ).text(.terminal))
    }
}

/// A program on a terminal, which ends with this object.
private final class Terminal {
    private var end: CInt = -1
    private let process: pid_t

    init(_ words: [String]) throws {
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        let pointers = words.map { strdup($0) } + [nil]
        process = forkpty(&end, nil, nil, &size)
        if process == 0 {
            execv(words[0], pointers)
            _exit(127)
        }
        guard process > 0 else { throw Fault("no terminal: \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(end)
        waitpid(process, nil, 0)
    }

    func type(_ text: String) throws {
        guard write(end, text, text.utf8.count) == text.utf8.count else { throw Fault("the terminal is closed") }
    }

    func read(until text: String) throws {
        var shown = ""
        while !shown.contains(text) { shown += try next(milliseconds: 60_000, before: text) }
    }

    /// Reads until nothing has come for some milliseconds.
    @discardableResult
    func rest(milliseconds: CInt = 2) throws -> String {
        var shown = ""
        while true {
            let more = try next(milliseconds: milliseconds)
            if more.isEmpty { return shown }
            shown += more
        }
    }

    /// Returns the microseconds until a typed key is shown.
    func time(of key: String) throws -> Double {
        let began = ContinuousClock.now
        try type(key)
        try read(until: key)
        let time = ContinuousClock.now - began
        try rest()
        return time / .microseconds(1)
    }

    /// Returns the next output; throws if none comes although some is expected.
    private func next(milliseconds: CInt, before expected: String? = nil) throws -> String {
        var state = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = poll(&state, 1, milliseconds) > 0 ? Glibc.read(end, &chunk, chunk.count) : 0
        if let expected, count <= 0 { throw Fault("the terminal does not show \(expected)") }
        return String(decoding: chunk.prefix(max(count, 0)), as: UTF8.self)
    }
}
