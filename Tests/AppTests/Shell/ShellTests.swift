import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `The shell` {
    @Test func `the shell shows a page, follows a link into another module, returns, and prints the stack`() throws {
        let host = try HostProcess.run(input: "app://account/centre\n5\nback\nstack\nquit\n")
        #expect(host.exitCode == 0)
        #expect(host.errors.isEmpty)
        let titles = host.lines.filter { ["User centre", "Homes to let"].contains($0) }
        #expect(titles == ["User centre", "Homes to let", "User centre"])
        #expect(host.lines.last?.hasSuffix("app://account/centre  pushed") == true)
        #expect(host.lines.last?.hasPrefix("1  ") == true)
    }

    @Test func `the shell never prompts in a pipe`() throws {
        let host = try HostProcess.run(input: "version\n")
        #expect(host.output == "switchboard 0.3.0, plugin contract v1\n")
    }

    @Test func `the error for a mistyped URL in a handler's call suggests a URL`() throws {
        try TemporaryFolder.with { folder in
            let source = """
                import ModuleKit
                struct Slip: Module {
                    static let info = ModuleInfo("Slip", "1.0", "Asks for what is not there")
                    let context: ModuleContext
                    init(context: ModuleContext) { self.context = context }
                    var routes: [Route] {
                        Call("/slip") { _ in try await context.call("app://rent/serch", as: [Int].self) }
                    }
                }
                @c(switchboard_v1_Slip) public func entry(_ host: HostPointer) -> CInt { Slip.export(to: host) }

                """
            try folder.write(source, to: "Slip.swift")
            try PluginCompiler.swift([folder.path("Slip.swift")], module: "Slip", as: "libSlip.so", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "call", "app://slip")
            #expect(
                host.exitCode == 1 && host.errors.hasSuffix("; or did you mean app://rent/search?\n"), "\(host.errors)")
        }
    }

    /// A line that fails, the exit code of the script, and a part of the one line of error.
    static let failures: [(line: String, exitCode: Int32, says: String)] = [
        ("app://rent/%zz", 64, "the % at column 12 is not followed by two hexadecimal digits"),
        ("open", 64, "write `open URL [--trace] [--plan]`"),
        ("open app://a app://b", 64, "`open` does not take \"app://b\"; write `open URL [--trace] [--plan]`"),
        ("stakc", 64, "did you mean `stack`?"),
        ("trace maybe", 64, "`trace` does not know \"maybe\"; write `trace on|off`"),
        ("open --fast app://rent/list", 64, "--fast is not an option here"),
        ("dance", 64, "\"dance\" is not a command, a URL or a number"),
        ("1", 64, "no page is open"),
        ("99999999999999999999", 64, "is not a command"),
        ("call app://rent/search --body {", 64, "the body is not JSON"),
        ("call app://rent/search --body", 64, "write --body JSON"),
        ("open 'app://rent", 64, "the quotation mark at column 6 is not closed"),
        ("help dance", 64, "`help` does not know \"dance\"; write `help [COMMAND]`"),
        ("help nope", 64, "`help` does not know \"nope\"; write `help [COMMAND]`"),
        ("back", 3, "no page is open"),
        ("app://nobody", 2, "no route for app://nobody; list the routes with `routes`"),
        ("app://rents/list", 2, "did you mean app://rent/list"),
        ("can-open app://nobody", 2, ""),
        ("app://rent/999", 1, "999"),
        ("app://rent/search", 1, "answers `call` only"),
        ("call app://rent/list", 1, "answers `open` only"),
        ("call app://rent/serch", 1, "write `open app://rent/serch`; or did you mean app://rent/search?"),
        ("call app://rent/search --body '{\"city\":7}'", 1, "\"city\""),
        ("open app://rent/x", 1, "give a whole number"),
        ("open app://rent/99999999999999999999", 1, "give a smaller number"),
        ("open app://rent/四十二", 1, "give a whole number"),
        ("app://MESSAGES/INBOX", 2, "did you mean app://messages/inbox, "),
        ("RENT", 64, "did you mean `app://rent/list`?"),
        ("routes --json", 64, "`routes` has no --json, which is an option of `switchboard`"),
        ("perform {", 64, "it is not a navigation command: it is not JSON; "), ("http://[", 2, "no route for http://["),
        ("app://rent/lsit", 1, "give a whole number; or did you mean app://rent/list?"),
        ("\u{1B}[A", 64, "the line begins with a control character"),
        ("module", 64, "`module` needs a command; write `module install | uninstall | "),
    ]

    @Test func `the shell prints each failure in one line and continues`() throws {
        let lines = Self.failures.map(\.line) + ["version"]
        let host = try HostProcess.run(
            "--no-remote", input: "\n  # don't panic\n" + lines.joined(separator: "\n") + "\n")
        #expect(host.exitCode == 64)
        #expect(host.lines.last == "switchboard 0.3.0, plugin contract v1")
        let told = Self.failures.enumerated().filter { !$1.says.isEmpty }
        #expect(host.errorLines.count == told.count)
        for ((place, row), error) in zip(told, host.errorLines) {
            #expect(
                error.hasPrefix("switchboard: line \(place + 3): ") && error.contains(row.says), "\(row.line): \(error)"
            )
        }
    }

    @Test(arguments: [64, 3, 2, 1]) func `the shell ends with the code of a failure`(_ exitCode: Int32) throws {
        let failures = Self.failures.filter { $0.exitCode == exitCode }
        let host = try HostProcess.run("--no-remote", input: failures.map { $0.line + "\n" }.joined())
        #expect(host.exitCode == exitCode)
    }

    @Test func `the shell ends with the code of the first failure`() throws {
        let host = try HostProcess.run("--no-remote", input: "app://rent/list\n7777\napp://nobody\n")
        #expect(host.exitCode == 64)
        #expect(host.errorLines.count == 2)
        #expect(host.errors.contains("type a number from 1 to"))
    }

    @Test func `the shell ends at the first failure if --bail is given`() throws {
        let host = try HostProcess.run("--no-remote", "--bail", input: "app://nobody\nversion\n")
        #expect(host.exitCode == 2)
        #expect(host.output.isEmpty)
    }

    @Test func `the shell runs the lines of a file`() throws {
        try TemporaryFolder.with { folder in
            let script = try folder.write("# first\r\napp://rent/list\r\nstack\r\n", to: "script")
            let host = try HostProcess.run("-f", script, input: "version\n")
            #expect(host.exitCode == 0)
            #expect(host.lines.last?.hasPrefix("1  Homes to let") == true)
            #expect(try HostProcess.run("-f", "-", input: "version\n").exitCode == 0)
        }
    }

    @Test func `the shell reads a pipe as a file, and skips a byte order mark`() throws {
        let host = try ChildProcess.run(
            "/bin/sh",
            ["-c", "printf '\u{FEFF}version\\n' | '\(BuildProducts.path("switchboard"))' -f /dev/stdin"],
            environment: HostProcess.environment)
        #expect(host.exitCode == 0)
        #expect(host.output == "switchboard 0.3.0, plugin contract v1\n")
    }

    @Test(arguments: ["\(TemporaryFolder.absent)/script", "/", "/proc/self/exe"])
    func `the shell reports that a file of lines cannot be read`(_ path: String) throws {
        let host = try HostProcess.run("-f", path)
        #expect(host.exitCode == 1)
        #expect(host.errorLines.count == 1)
        #expect(host.errors.contains("\(path) cannot be read"))
    }

    @Test func `the shell runs commands from its arguments`() throws {
        let host = try HostProcess.run("-c", "app://rent/list", "stack", "quit", "version")
        #expect(host.exitCode == 0)
        #expect(host.lines.last?.hasPrefix("1  Homes to let") == true)
    }

    @Test func `the shell dismisses a presented page and prints its value`() throws {
        let host = try HostProcess.run(input: "app://account/centre\napp://account/login\n1\nlin\nhush\nstack\n")
        #expect(host.exitCode == 0)
        // The text of a value stays in the process of an isolated module, so that the host prints the value's fields.
        #expect(["Logged in as 林晓", "user.name: 林晓"].contains(where: host.lines.contains))
        #expect(host.lines.last?.hasPrefix("1  ") == true)
    }

    @Test(arguments: [
        ("map", "app://map"), ("rent", "app://rent/list"), ("account", "app://account/centre"), ("lst", nil),
    ])
    func `the shell suggests a URL for a word that is the start of a module's URLs`(word: String, url: String?) throws {
        let host = try HostProcess.run(input: word + "\n")
        #expect(host.exitCode == 64)
        #expect(host.errors.contains("\"\(word)\" is not a command, a URL or a number; "))
        #expect(host.errors.contains("did you mean `app://") == (url != nil))
        if let url { #expect(host.errors.contains("did you mean `\(url)`?"), "\(host.errors)") }
    }

    @Test func `the error for a word that is not a command names the number of the form on the page`() throws {
        let host = try HostProcess.run(input: "app://account/login\nlin\n")
        #expect(host.exitCode == 64)
        let error = "line 2: \"lin\" is not a command, a URL or a number; type 1 to fill in \"Log in\"\n"
        #expect(host.errors.hasSuffix(error))
    }

    @Test func `the shell reads a very long word, and prints only a part of it in the error`() throws {
        let host = try HostProcess.run(input: String(repeating: "x", count: 4_000_000) + "\nversion\n")
        #expect(host.exitCode == 64)
        #expect(host.lines == ["switchboard 0.3.0, plugin contract v1"])
        #expect(host.errors.utf8.count < 3_000)
    }

    @Test func `the shell does not print control characters of a module`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, input: "app://probe/escape\nstack\n")
            #expect(host.exitCode == 0)
            let scalars = host.output.unicodeScalars
            #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
            #expect(host.output.contains("bad\u{FFFD}[2Jtitle"))
            #expect(host.output.contains("[1] x y"))
        }
    }
}
