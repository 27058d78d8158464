import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The command crawl` {
    /// Calls a closure with the options for a host with the planted faults of the module Maze.
    private static func withMaze(_ body: ([String]) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Maze.swift", as: "libMaze.so", in: folder.path)
            _ = try folder.write(#""To the centre.""#, to: "sign.json")
            try body(["--modules", folder.path, "--service", "maze=\(folder.path)"])
        }
    }

    /// The findings of `crawl app://maze` with some options, and the beginning of the finding that they add.
    static let faults: [(options: [String], finding: String)] = [
        ([], #"app://maze/table, link "North": no route for app://maze/tabel; did you mean app://maze/table"#),
        ([], #"app://maze/action, action "Turn": no route for app://maze/turn"#),
        ([], #"app://maze/action, action "Open": Maze's route /maze/table answers `open` only"#),
        ([], #"app://maze/form, form "Ask": nobody receives its message"#),
        ([], #"app://maze, link "secret": app://maze/secret is refused"#),
        ([], #"app://maze, link "loop": more than 16 rewrites and redirects"#),
        ([], #"app://maze/cell: it leads nowhere, and `back` does not leave it"#),
        ([], "app://maze/far: 4 redirects: app://maze/far to app://maze/far/3"),
        ([], #"app://maze/twins, link "More": no route for app://maze/twin-one"#),
        ([], #"app://maze/twins, link "More": no route for app://maze/twin-two"#),
        ([], #"app://maze/ask, link "Why": no route for app://maze/why"#),
        ([], #"app://maze/cellar, link "Down": no route for app://maze/down"#),
        ([], #"app://maze, link "undeclared": Maze's route /maze/undeclared failed"#),
        (["--slow", "200"], "app://maze/slow: it takes 0.3"),
        (["--size", "2"], "app://maze/large: it has 5 kB as JSON"),
        (["--submit"], #"app://maze/door, link "Way out": no route for app://maze/exit"#),
        (["--submit"], #"app://maze/action, action "Fall": Maze's route /maze/fall failed"#),
        (["--origin", "external"], #"app://maze, link "staff": app://maze/staff is refused"#),
        (["--offline"], #"app://maze, link "sign", offline: Maze's web service is not asked"#),
        (["--slow-services", "300", "--slow", "200"], "app://maze/sign, with services that take 300 ms: it takes 0.3"),
        (["--without-each"], #"app://maze, link "session", without Account: no route for app://account/session"#),
    ]

    @Test func `each planted fault is found by one run, and only with its option`() throws {
        try Self.withMaze { host in
            let usual = try HostProcess.run(host + ["crawl", "app://maze"])
            #expect(usual.exitCode == 1)
            for (options, finding) in Self.faults {
                let run = options.isEmpty ? usual : try HostProcess.run(host + ["crawl", "app://maze"] + options)
                #expect("\n\(run.output)".contains("\n\(finding)"), "\(finding) in \(run.output)")
                #expect(options.isEmpty || !usual.output.contains(finding))
            }
            // The crawl may choose this page itself, but a link to it is broken.
            let chosen = try HostProcess.run(host + ["crawl"]).output
            #expect(chosen.contains(#"app://maze, link "undeclared": "#))
            #expect(!chosen.contains("\napp://maze/undeclared:"), "\(chosen)")
            #expect(chosen.contains("app://maze/cell: it leads nowhere"))
            let unled = usual.output.split(separator: "\n").first { $0.hasPrefix("nothing leads to: ") }
            #expect(unled?.contains("/maze/alone/:name") == true)
        }
    }

    @Test func `a variant that cannot log in is a finding, and the others are still crawled`() throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write("open app://account/login", to: "login.txt")
            let run = try HostProcess.run("--demo", "crawl", "--as", file, "--without-each")
            #expect(run.exitCode == 1)
            #expect(run.output.contains("the crawl, without Account: it failed: no route for app://account/login"))
            #expect(run.output.contains("problems: 1"), "\(run.output)")
        }
    }

    /// Options, and the last lines that they add to a crawl of a large app.
    static let bounds: [(options: [String], line: String)] = [
        (["--pages", "20"], "not opened: pages after the first 20"),
        (["--depth", "2"], "not opened: pages beyond --depth 2"),
    ]

    @Test func `a bounded crawl names its limit`() throws {
        try Self.withMaze { host in
            for (options, line) in Self.bounds {
                let run = try HostProcess.run(host + ["crawl", "app://maze/city/0"] + options)
                #expect(run.output.contains("\n\(line)"), "\(run.output)")
            }
        }
    }

    @Test func `a crawl takes linear time`() throws {
        try Self.withMaze { host in
            let times = try [500, 2_000].map { pages in
                let start = ContinuousClock.now
                let run = try HostProcess.run(host + ["crawl", "app://maze/city/0", "--pages", "\(pages)"])
                #expect(run.output.contains("\n\(pages) pages") || run.output.hasPrefix("\(pages) pages"))
                return ContinuousClock.now - start
            }
            // Quadratic time would be 16 times as long.
            #expect(times[1] < times[0] * 8, "\(times)")
        }
    }

    @Test func `a crawl as JSON has a line for each finding and one for the summary`() throws {
        try Self.withMaze { host in
            let run = try HostProcess.run(host + ["--json", "crawl", "app://maze/table"])
            #expect(run.exitCode == 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.contains(#""element":"link \"North\"","kind":"deadLink""#) == true)
            #expect(lines.last?.contains(#""findings":1"#) == true)
        }
    }

    @Test func `a graph has an arrow for each way between two pages`() throws {
        try Self.withMaze { host in
            let run = try HostProcess.run(host + ["crawl", "app://maze/table", "--graph"])
            #expect(
                run.output == """
                    graph LR
                      p0["app://maze/table"]
                      p1["app://maze/tabel"]
                      p0 --> p1

                    """)
        }
    }

    /// Lines before a crawl, and its exit code.
    static let beginnings: [(lines: String, exitCode: Int32, error: String)] = [
        ("app://maze/table", 0, ""), ("app://maze/gone", 2, "a line of"), ("bad", 64, "a line of"),
    ]

    @Test(arguments: beginnings)
    func `a crawl begins after the lines of a file, if none of them fails`(
        _ lines: String, _ exitCode: Int32, _ error: String
    ) throws {
        try Self.withMaze { host in
            try TemporaryFolder.with { folder in
                let file = try folder.write(lines, to: "lines.txt")
                let run = try HostProcess.run(host + ["crawl", "app://maze/city/9999", "--as", file])
                #expect(run.exitCode == exitCode, "\(run.errors)")
                #expect(run.errors.contains(error))
            }
        }
    }

    /// The ways to crawl the demonstration.
    static let modes: [[String]] = [
        [], ["--without-each"], ["--offline"], ["--slow-services", "100"], ["--origin", "external"],
    ]

    @Test(arguments: modes) func `the demonstration has no problem`(_ options: [String]) throws {
        let run = try HostProcess.run(["--demo", "crawl"] + options)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }

    @Test func `the pages of a logged-in person have no problem either`() throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write("open app://account/login\n1\nlin\nany\n", to: "login.txt")
            for options in [[], ["--submit"]] {
                let run = try HostProcess.run(
                    ["--demo", "crawl", "--as", file] + options, environment: ["XDG_DATA_HOME": folder.path])
                #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
                // Among the performed actions is the log-out.
                #expect(run.output.contains("waiting for a person") == !options.isEmpty)
            }
        }
    }

    /// Wrong arguments, and a part of the error.
    static let wrong: [(arguments: [String], error: String)] = [
        (["--slow", "0"], "a number from 1 to 86400000"), (["--pages", "many"], "a number from 1 to 86400000"),
        (["--slow-services", "-1"], "a number from 1"), (["--as", "/nowhere"], "cannot be read"), (["%"], "%"),
        (["--graph", "--offline"], "--graph"),
    ]

    @Test(arguments: wrong) func `wrong arguments are errors`(_ arguments: [String], _ error: String) throws {
        let run = try HostProcess.run(["--demo", "crawl"] + arguments)
        #expect(run.exitCode != 0)
        #expect((run.errors + run.output).contains(error), "\(run.errors)")
    }
}
