import Foundation
import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The help` {
    private static var commands: [Command] { CommandTable.all.flatMap(\.all) }

    @Test func `the help lists each command once, with an example, and shell commands under one subject`() {
        let names = Self.commands.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(HelpText.examples.keys) == Set(names))
        for subject in CommandTable.subjects {
            for command in subject.commands {
                #expect((command.need == .shell) == (subject.title == CommandTable.shell))
            }
        }
    }

    @Test func `the option for the log names each level`() {
        #expect(HostOptions.logLevel.usage.hasSuffix(LogLevel.allCases.map(\.rawValue).joined(separator: "|")))
    }

    /// The lines to type before a command's examples; the examples of other commands work from any state.
    static let preparations = [
        "back": ["app://rent/list", "app://rent/1", "app://rent/2", "app://rent/42"],
        "forward": ["app://rent/list", "app://rent/42", "back"],
        "show": ["app://rent/42"],
        "refresh": ["app://rent/42"],
        "perform": ["app://rent/list", "app://rent/1", "app://rent/2", "app://rent/42"],
        "module enable": ["module disable Rent"],
        "module uninstall": ["module install libTicker.so"],
        "module trust": ["module install libTicker.so"],
        "link remove": ["link install myapp"],
        "replay": ["record session.jsonl", "version", "record off"],
    ]

    /// Commands whose examples fail in a script, and a part of the error.
    static let refusals = [
        "more": "no page is open", "fleet": "fleet is for a fleet; add --fleet URL, or",
        "serve": "serve is for a fleet; add --fleet URL, or",
    ]

    private static let installUsage = "  \(Command.moduleInstall.usage)"

    @Test(arguments: HelpText.examples.keys.sorted().filter { !$0.hasPrefix("link ") })
    func `an example of the help runs`(_ name: String) throws { try runExample(name) }

    @Test(.needs(.xdgMime), arguments: HelpText.examples.keys.sorted().filter { $0.hasPrefix("link ") })
    func `an example of a link command in the help runs`(_ name: String) throws { try runExample(name) }

    private func runExample(_ name: String) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Ticker.swift", as: "libTicker.so", in: folder.path)
            for name in ["plugins", "data", "config", "Contracts"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(name), withIntermediateDirectories: false)
            }
            try folder.write(#"{"module":"Checkout","asks":{}}"#, to: "Contracts/Checkout.json")
            try folder.write("version", to: "login.txt")
            let environment = HostProcess.environment.merging([
                "XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config"),
                "XDG_STATE_HOME": folder.path("state"),
            ]) { $1 }
            let lines = (Self.preparations[name] ?? []) + (HelpText.examples[name] ?? []).map(\.line)
            let host = try ChildProcess.run(
                "/bin/sh", ["-c", "cd '\(folder.path)' && exec '\(BuildProducts.path("switchboard"))' --no-remote"],
                input: lines.joined(separator: "\n") + "\n", environment: environment)
            if let refusal = Self.refusals[name] {
                #expect(host.errors.contains(refusal), "\(host.errors)")
            } else {
                #expect(host.exitCode == 0, "\(lines): \(host.errors)")
            }
        }
    }

    /// Arguments that ask for help, and the first line of the answer.
    static let questions: [(arguments: [String], first: String)] = [
        (["help", "module", "install"], installUsage),
        (["module", "install", "--help"], installUsage),
        (["--help", "module", "install"], installUsage),
        (["help", "b"], "  back [N] [--yes]"),
        (["?", "?"], "  help [COMMAND] [--all] [--man]"),
        (["help", "q"], "  quit"), (["-c", "module install --help"], installUsage),
        (["help", "keys"], "Enter                  run the line"),
        (["help", "config", "show"], "  config show"), (["help", "trace", "on"], "  trace on|off"),
    ]

    @Test(arguments: questions) func `the help describes one command`(
        _ row: (arguments: [String], first: String)
    ) throws {
        let host = try HostProcess.run(row.arguments)
        #expect(host.exitCode == 0 && host.lines.first == row.first, "\(host.output) \(host.errors)")
    }

    @Test func `the short help has twenty lines and names only commands that exist`() throws {
        for arguments in [["help"], ["--help"], ["-c", "help"]] {
            let lines = try HostProcess.run(arguments).lines
            #expect(lines.count == 20 && lines.allSatisfy { $0.count <= 80 })
            let rows = lines.filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2).prefix(20) }
            for word in rows.flatMap({ $0.split(separator: ",") }).compactMap({ $0.split(separator: " ").first }) {
                let isKnown = CommandTable.find(String(word)) != nil || HelpText.endings.contains(String(word))
                #expect(isKnown || word == "NUMBER", "\(word)")
            }
        }
        let host = try HostProcess.run("help", "keys", "--all")
        #expect(host.exitCode == 64, "\(host.output)")
    }

    @Test func `the help of module check names --stub and --service`() throws {
        let help = try HostProcess.run("help", "module", "check").output
        #expect(help.contains("--stub") && help.contains("--service"), "\(help)")
    }

    @Test func `the help and the version are objects with --json`() throws {
        for arguments in [["--version", "--json"], ["--json", "--version"]] {
            let version = #"{"format_version":"1.0","version":{"contract":1,"switchboard":"0.3.0"}}"# + "\n"
            #expect(try HostProcess.run(arguments).output == version)
        }
        for arguments in [["--help", "--json"], ["--json", "-h"], ["help", "--json"]] {
            let object = try JSONSerialization.jsonObject(with: Data(try HostProcess.run(arguments).output.utf8))
            #expect((object as? [String: Any])?["help"] is String)
        }
    }

    /// Mistyped arguments, and a part of the error.
    static let slips = [
        (["instal"], "did you mean `module install`?"), (["install", "x"], "did you mean `module install`?"),
        (["help", "module", "instal"], "did you mean install?"), (["help", "modul"], "did you mean module?"),
        (["snd", "app://rent/42"], "did you mean `send`?"),
        (["module", "isolate", "Rent", "--mem", "100"], "did you mean `--memory`?"),
        (["module", "isolate", "Rent", "--of"], "did you mean `--off`?"),
        (["module", "isolate", "Rent", "--jsno"], "did you mean `--json`?"),
        (["q"], "`q` works in the shell only"), (["b"], "`b` works in the shell only"),
    ]

    @Test(arguments: slips) func `the error of a mistyped command or option suggests the nearest name`(
        _ row: (arguments: [String], says: String)
    ) {
        let error = #expect(throws: Failure.self) { try Invocation(row.arguments) }
        #expect(error?.description.contains(row.says) == true, "\(String(describing: error))")
    }

    @Test func `a mistyped command does not run`() throws {
        let host = try HostProcess.run("snd", "app://rent/42")
        #expect(host.exitCode == 64 && host.output.isEmpty)
        #expect(host.errors.contains("did you mean `send`?"), "\(host.errors)")
    }

    @Test func `the short commands b and q, the question mark and clear work in the shell`() throws {
        let host = try HostProcess.run(input: "app://rent/list\napp://rent/42\nb\nclear\n? back\nq\nversion\n")
        #expect(host.exitCode == 0, "\(host.errors)")
        #expect(host.lines.filter { $0 == "Homes to let" }.count == 2)
        #expect(host.lines.contains("  back [N] [--yes]") && !host.output.contains("\u{1B}"))
        #expect(!host.output.contains("plugin contract"))
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), environment: HostProcess.environment.merging(["TERM": "xterm"]) { $1 },
            size: (80, 24))
        _ = try terminal.read(until: "switchboard> ")
        try terminal.type("clear\n")
        _ = try terminal.read(until: "\u{1B}[H\u{1B}[2J")
        try terminal.type("q\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test(.needs(.groff)) func `the manual page has every command and option, and groff prints no warning`() throws {
        let page = try HostProcess.run("help", "--man")
        #expect(page.exitCode == 0)
        let made = try ChildProcess.run(
            "/usr/bin/groff", ["-ww", "-man", "-Tascii", "-P-cbou"], input: page.output,
            environment: HostProcess.environment)
        #expect(made.exitCode == 0 && made.errors.isEmpty, "\(made.errors)")
        for usage in Self.commands.map(\.name) + HostOptions.all.map(\.usage) {
            #expect(made.output.contains(usage), "\(usage)")
        }
    }
}
