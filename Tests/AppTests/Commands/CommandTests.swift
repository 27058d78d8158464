import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `A command on the command line` {
    private static let sdkHelp = """
          sdk path [--modules] [--storage]
              print where the SDK's sources are, for plugin packages
              --modules: the built SDK, which a plugin need not compile
              --storage: the storage library; tests of plugins need its path in SWITCHBOARD_STORAGE
            for example:
              sdk path    print where the SDK's sources are
              sdk path --modules    print where the built SDK is

        """

    static let rows: [(arguments: [String], exitCode: Int32, output: String)] = [
        (["version"], 0, "switchboard 0.3.0, plugin contract v1\n"),
        (["--version"], 0, "switchboard 0.3.0, plugin contract v1\n"),
        (["--modules", TemporaryFolder.absent, "--version"], 0, "switchboard 0.3.0, plugin contract v1\n"),
        (["sdk", "--help"], 0, sdkHelp),
        (["-h", "sdk"], 0, sdkHelp),
        (["can-open", "app://rent/list"], 0, "yes\n"),
        (["can-open", "app://rent/list", "--origin", "external"], 0, "yes\n"),
        (["can-open", "app://rent/search"], 2, "no\n"),
        (["--no-remote", "can-open", "app://nobody"], 2, "no\n"),
        (["--remote=http://127.0.0.1:9/lookup", "can-open", "app://nobody"], 1, "undecided\n"),
        (["help", "sdk"], 0, sdkHelp),
        (["--json", "can-open", "app://rent/list"], 0, #"{"can_open":"yes","format_version":"1.0"}"# + "\n"),
        (
            ["--json", "version"], 0,
            #"{"format_version":"1.0","version":{"contract":1,"switchboard":"0.3.0"}}"# + "\n"
        ),
    ]

    @Test(arguments: rows) func `a command prints its answer on standard output and exits with its code`(
        _ row: (arguments: [String], exitCode: Int32, output: String)
    ) throws {
        let host = try run(row.arguments)
        #expect(host.exitCode == row.exitCode)
        #expect(host.output == row.output)
        #expect(host.errors.isEmpty)
    }

    @Test func `an unknown command that is the start of a module's URL gets the URL as a suggestion`() throws {
        try TemporaryFolder.with { folder in
            let cache = folder.path("cache")
            try HostProcess.putScans(into: cache)
            let host = try HostProcess.run("rent", environment: ["XDG_CACHE_HOME": cache])
            #expect(host.exitCode == 64)
            #expect(
                host.errors == "switchboard: \"rent\" is not a command, a URL or a number; "
                    + "did you mean `app://rent/list`?\n")
        }
    }

    /// Mistyped commands, and the complete error message.
    static let slips: [(arguments: [String], says: String)] = [
        (["open"], "`open` needs URL; write `open URL [--trace] [--plan]`"),
        (["call", "app://a", "b"], "`call` does not take \"b\"; write `call URL [--body JSON] [--trace]`"),
        (["-c", "quit now"], "line 1: `quit` does not take \"now\"; leave it out"),
        (["modules", "Rent"], "`modules` does not take \"Rent\"; leave it out"),
        (["opne", "app://a"], "\"opne\" is not a command, a URL or a number; did you mean `open`?"),
        (["dance"], "\"dance\" is not a command, a URL or a number; see `help`"),
        (["help", "instal"], "`help` does not know \"instal\"; did you mean module install?"),
        (["help", "route"], "`help` does not know \"route\"; did you mean routes?"),
        (["help", "1"], "`help` does not know \"1\"; write `help [COMMAND]`"),
        (["help", "a", "b"], "`help` does not take \"b\"; write `help [COMMAND]`"),
        (["--orign", "shell", "routes"], "--orign is not an option here; did you mean `--origin`?"),
        (["routes", "--spreadsheet"], "--spreadsheet is not an option here; see `help`"),
        (["module", "instal", "x"], "`module` does not know \"instal\"; did you mean install?"),
        (["module", "install"], "`module install` needs PATH; write `\(Command.moduleInstall.usage)`"),
        (["remote", "dance"], "`remote` does not know \"dance\"; write `remote status | flush`"),
        (["remote", "status", "x"], "`remote status` does not take \"x\"; leave it out"),
        (["match", "/a"], "`match` needs --url URL; write `match PATTERN… --url URL`"),
        (["match", "--url", "app://a"], "`match` needs PATTERN; write `match PATTERN… --url URL`"),
        (["module", "list"], "`module` does not know \"list\"; did you mean modules?"),
        (["call", "app://a", "--plan"], "`call` has no --plan, which is an option of `open`; see `help call`"),
        (["watch"], "`watch` needs DIR; write `watch DIR`"),
        (["watch", "off"], "`watch off` works in the shell only; start the shell with `switchboard`"),
        (["sdk", "paths"], "`sdk` does not know \"paths\"; did you mean path?"),
    ]

    @Test(arguments: slips)
    func `the error of a mistyped command names the missing or extra argument, or the nearest name`(
        _ row: (arguments: [String], says: String)
    ) throws {
        let host = try run(row.arguments)
        #expect(host.exitCode == 64)
        #expect(host.errors == "switchboard: \(row.says)\n")
    }

    @Test func `help --all aligns the descriptions of commands in one column`() throws {
        let lines = try run(["help", "--all"]).lines
        let column = 30
        let margin = String(repeating: " ", count: column)
        for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  ") && line.count > column {
            guard !next.hasPrefix(margin), !line.contains("{\"value\"") else { continue }
            let left = line.prefix(column)
            #expect(left.hasSuffix(" ") && line.dropFirst(column).first != " ", "\(line)")
        }
        let call = try #require(lines.firstIndex(of: "  call URL [--body JSON] [--trace]"))
        #expect(lines[call + 1].trimmingCharacters(in: .whitespaces) == "ask a URL for its value, without navigation")
    }

    static let failures: [(arguments: [String], exitCode: Int32, code: String)] = [
        (["open"], 64, "usage"),
        (["dance"], 64, "usage"),
        (["stack"], 64, "usage"),
        (["back"], 64, "usage"),
        (["--dance"], 64, "usage"),
        (["--modules"], 64, "usage"),
        (["--json=yes", "version"], 64, "usage"),
        (["--origin", "mars", "routes"], 64, "usage"),
        (["--remote", "http://127.0.0.1:9/", "--no-remote", "routes"], 64, "usage"),
        (["-f", "-", "-c", "version"], 64, "usage"),
        (["-f", "-", "version"], 64, "usage"),
        (["--browser", "routes"], 64, "usage"),
        (["open", "nonsense"], 64, "invalidURL"),
        (["open", ""], 64, "invalidURL"),
        (["open", "app://nobody", "--no-remote"], 2, "noRoute"),
        (["open", "app://account/logout", "--origin", "external"], 3, "accessDenied"),
        (["call", "app://rent/search", "--origin=external"], 3, "accessDenied"),
        (["open", "app://rent/999"], 1, "handlerFailed"),
        (["call", "app://rent/list"], 1, "wrongVerb"),
        (["--remote", "http://127.0.0.1:9/", "open", "app://nobody"], 4, "remoteUnavailable"),
        (["--remote", "\(TemporaryFolder.absent)/table.json", "open", "app://nobody"], 64, "usage"),
        (["-f", TemporaryFolder.absent], 1, "unreadableFile"),
    ]

    @Test(arguments: failures) func `a failed command prints its error as one line, or as one object with --json`(
        _ row: (arguments: [String], exitCode: Int32, code: String)
    ) throws {
        let text = try run(row.arguments)
        #expect(text.exitCode == row.exitCode)
        #expect(text.output.isEmpty)
        #expect(text.errorLines.count == 1)
        #expect(text.errors.hasPrefix("switchboard: "))

        let json = try run(["--json"] + row.arguments)
        #expect(json.exitCode == row.exitCode)
        #expect(json.output.isEmpty)
        #expect(json.errorLines.count == 1)
        let object = try JSONDecoder().decode(ErrorObject.self, from: Data(json.errors.utf8))
        #expect(object.error.code == row.code)
        #expect(object.version == "1.0")
    }

    @Test func `routes and modules are printed as tables, and routes with --json as objects`() throws {
        let routes = try run(["routes"])
        let columns = routes.lines.first?.split(separator: " ")
        #expect(columns == ["VERB", "PATTERN", "ACCESS", "MODULE", "LABELS", "SUMMARY"])
        #expect(routes.lines.contains { $0.split(separator: " ") == ["open", "/rent/:id", "public", "Rent"] })
        let json = try run(["routes", "--json"])
        #expect(json.output.contains(#""owner":"Rent","pattern":"/rent/:id","verb":"open"}"#))
        #expect(json.lines.count == 3)
        let interceptor = #""interceptors":[{"label":"needs-login","missing":[],"name":"Account.session""#
        #expect(json.lines.last?.contains(interceptor) == true)
        #expect(try run(["modules"]).lines.first?.hasPrefix("MODULE") == true)
    }

    @Test func `open --json prints the page and then the feedback as objects`() throws {
        let host = try run(["--json", "open", "app://rent/list"])
        #expect(host.lines.count == 2)
        #expect(host.lines.first?.contains(#""page":{"elements":["#) == true)
        #expect(host.lines.last?.contains(#""feedback":{"depth":1,"outcome":"shown","top":{"style":"#) == true)
    }

    @Test func `call --body passes its JSON to the route`() throws {
        let host = try run(["call", "app://rent/search", "--body", #"{"max":3000}"#])
        #expect(host.exitCode == 0)
        #expect(host.lines.contains { $0.contains("  42  ") || $0.hasPrefix("42  ") })
    }

    @Test func `a URL without a command is opened`() throws {
        let host = try run(["app://rent/list", "--no-remote"])
        #expect(host.exitCode == 0)
        #expect(host.lines.first == "Homes to let")
    }

    @Test func `a command fails if its output cannot be written`() throws {
        let host = try ChildProcess.run(
            "/bin/sh", ["-c", "'\(BuildProducts.path("switchboard"))' open app://rent/1 > /dev/full"],
            environment: HostProcess.environment)
        #expect(host.exitCode == 1)
        #expect(host.errors.contains("No space left on device"))
    }

    @Test func `a command fails if its standard output is closed`() throws {
        let host = try ChildProcess.run(
            "/bin/sh", ["-c", "'\(BuildProducts.path("switchboard"))' open app://rent/1 >&-"],
            environment: HostProcess.environment)
        #expect(host.exitCode == 1)
        #expect(host.errors.contains("the output cannot be written"))
    }

    @Test func `a web URL opens in a browser only with --browser, which fails if the browser is missing`() throws {
        try TemporaryFolder.with { folder in
            let log = folder.path("log")
            let program = "#!/bin/sh\ncat > /dev/null\necho \"$@\" > \(log).new\nmv \(log).new \(log)\n"
            let browser = try folder.write(program: program, to: "browser")
            let quiet = try HostProcess.run("open", "https://example.org/x", environment: ["BROWSER": browser])
            #expect(quiet.exitCode == 0)
            #expect(!FileManager.default.fileExists(atPath: log))
            let loud = try HostProcess.run(
                "--browser", "open", "https://example.org/x", environment: ["BROWSER": browser])
            #expect(loud.exitCode == 0)
            try Condition.wait(for: "the browser's log") { FileManager.default.fileExists(atPath: log) }
            #expect(try String(contentsOfFile: log, encoding: .utf8).hasPrefix("https://"))
            let missing = try HostProcess.run(
                "--browser", "open", "https://example.org/x",
                environment: ["BROWSER": "\(TemporaryFolder.absent)/browser"])
            #expect(missing.exitCode == 3)
            #expect(missing.errors.contains("was not started"))
        }
    }

    @Test func `sdk path prints the folder of the SDK's package`() throws {
        let host = try run(["sdk", "path"])
        #expect(host.exitCode == 0)
        let path = try #require(host.lines.first)
        #expect(FileManager.default.fileExists(atPath: path + "/Package.swift"))
    }

    private func run(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments,
            environment: HostProcess.environment)
    }

    private struct ErrorObject: Decodable {
        struct Body: Decodable { let code: String }
        let version: String
        let error: Body

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case error
        }
    }
}
