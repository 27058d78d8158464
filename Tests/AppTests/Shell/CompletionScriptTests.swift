import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The completion scripts` {
    /// The text that is typed before Tab, and the line after it.
    static let lines: [(typed: String, completed: String)] = [
        ("switchboard comp", "switchboard completions "),
        ("switchboard module ins", "switchboard module install "),
        ("switchboard link rem", "switchboard link remove "),
        ("switchboard module install --rep", "switchboard module install --replace "),
        ("switchboard --orig", "switchboard --origin "),
        ("switchboard --origin ext", "switchboard --origin external "),
        ("switchboard --origin=ext", "switchboard --origin=external "),
        ("switchboard --no-remote routes SecondH", "switchboard --no-remote routes SecondHand "),
        ("switchboard routes --label needs-l", "switchboard routes --label needs-login "),
        ("switchboard open app://secondhand/li", "switchboard open app://secondhand/list "),
        ("switchboard call /messages/se", "switchboard call /messages/send "),
        ("switchboard open app://secondh", "switchboard open app://secondhand/"),
        ("switchboard hom", "switchboard homes "),
        ("switchboard begin --plan app://secondhand/li", "switchboard begin --plan app://secondhand/list "),
        ("switchboard module check begu", "switchboard module check begun.so "),
        ("switchboard --modules fold", "switchboard --modules folder/"),
        ("switchboard sdk ", "switchboard sdk path "),
        // openclaw#14289, cobra#1306: the command by a path from the home folder, and by an alias.
        ("~/own/switchboard comp", "~/own/switchboard completions "), ("sb module ins", "sb module install "),
    ]

    /// The text that is typed before Tab, and some of the candidates that the shell lists.
    static let lists: [(typed: String, candidates: [String])] = [
        ("switchboard module ", ["check", "trust", "why"]),
        ("switchboard ", ["call", "modules", "watch"]),
    ]

    @Test func `the Tab key completes commands, options, values, modules, URLs and files in bash`() throws {
        try check(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            "bind 'set bell-style none'; bind 'set show-all-if-ambiguous on'; source <(switchboard completions bash);"
                + " alias sb='switchboard --no-remote'; complete -F _switchboard sb; IFS=o")
    }

    @Test(.needs(.zsh)) func `the Tab key completes commands, options, values, modules, URLs and files in zsh`() throws
    {
        try check(
            "/bin/zsh", ["-f", "-i"],
            "setopt nobeep; autoload -U compinit; compinit -u -D; source <(switchboard completions zsh);"
                + " alias sb='switchboard --no-remote'; setopt complete_aliases; compdef _switchboard sb")
    }

    @Test(.needs(.fish)) func `the Tab key completes commands, options, values, modules, URLs and files in fish`()
        throws
    {
        try Self.inFolder { folder, environment in
            func candidates(behind typed: String) throws -> [String] {
                let alias = "alias sb 'switchboard --no-remote'"
                let script = "switchboard completions fish | source; \(alias); complete -C '\(typed)'"
                let fish = try ChildProcess.run(
                    "/bin/sh", ["-c", "cd '\(folder.path)' && exec fish --no-config -c \"$0\"", script],
                    environment: environment)
                #expect(fish.errors.isEmpty, "\(typed): \(fish.errors)")
                return fish.lines.map { String($0.split(separator: "\t")[0]) }
            }
            for line in Self.lines {
                let last = line.completed.split(separator: " ").last ?? ""
                let found = try candidates(behind: line.typed)
                // The shell completes as far as the candidates are the same.
                #expect(
                    found.first == String(last) && (found.count == 1 || last.hasSuffix("/")),
                    "\(line.typed): \(found)")
            }
            #expect(try candidates(behind: "switchboard open \"app://secondhand/li") == ["app://secondhand/list"])
            for list in Self.lists {
                let found = try candidates(behind: list.typed)
                #expect(Set(found).isSuperset(of: list.candidates), "\(list.typed): \(found)")
            }
        }
    }

    /// The text that is typed before Tab, and the text before Enter.
    static let openWords: [(typed: String, ending: String)] = [
        ("open app://v", ""), ("open app://v/a\\;to", ""), ("open 'app://v", "/a;touch F;'"),
    ]

    @Test(arguments: openWords) func `a candidate with shell metacharacters is one word, not a command, in bash`(
        _ row: (typed: String, ending: String)
    ) throws {
        try checkWord("bash", ["--norc", "--noprofile", "-i"], "bind 'set bell-style none'", row.typed, row.ending)
    }

    @Test(.needs(.zsh)) func `a candidate with shell metacharacters is one word, not a command, in zsh`() throws {
        try checkWord("zsh", ["-f", "-i"], "setopt nobeep; autoload -U compinit; compinit -u -D", "open app://v")
    }

    @Test(.needs(.fish)) func `a candidate with shell metacharacters is one word, not a command, in fish`() throws {
        try checkWord("fish", ["--no-config", "-i"], "true", "open app://v")
    }

    /// Completes a URL whose route has shell metacharacters, and reads the arguments of the command.
    private func checkWord(
        _ shell: String, _ arguments: [String], _ setUp: String, _ typed: String, _ ending: String = ""
    ) throws {
        try Self.inFolder { folder, environment in
            let known = #"[ "$1" != complete-words ] || exec echo 'app://v/a;touch F;'"#
            _ = try folder.write(program: "#!/bin/sh\n\(known)\necho \"said <$*>\"\n", to: "bin/switchboard")
            let named = ["PATH": "\(folder.path("bin")):/usr/bin:/bin", "MADE": BuildProducts.path("switchboard")]
            let terminal = try Terminal(
                "/bin/\(shell)", arguments, environment: environment.merging(named) { $1 }, size: (160, 40))
            let script = "$MADE completions \(shell)"
            let source = shell == "fish" ? "\(script) | source" : "source <(\(script))"
            try terminal.type("cd '\(folder.path)'; \(setUp); \(source); echo re''ady\n")
            _ = try terminal.read(until: "ready")
            try terminal.type("switchboard \(typed)\t\(ending)\n")
            _ = try terminal.read(until: "said <open app://v/a;touch F;>")
            try terminal.type("exit\n")
            #expect(try terminal.exitCode() == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.path("F")))
        }
    }

    @Test func `an unknown command and a command with all its arguments have no candidates`() throws {
        for words in [["open", "app://rent/list", ""], ["modules", ""], ["zzz"], ["sdk", "path", "pa"]] {
            let host = try HostProcess.run(["complete-words"] + words)
            #expect(host.exitCode == 0 && host.output.isEmpty && host.errors.isEmpty, "\(words): \(host.output)")
        }
    }

    @Test func `candidates are names of modules that a start has scanned, and completion does not scan`()
        throws
    {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Ticker.swift", as: "libTicker.so", in: folder.path)
            let cache = ["XDG_CACHE_HOME": folder.path("cache")]
            let words = ["complete-words", "--modules", folder.path, "routes", "Tick"]
            let unknown = try HostProcess.run(words, environment: cache)
            #expect(unknown.exitCode == 0 && unknown.output.isEmpty, "\(unknown.output) \(unknown.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("cache")))
            #expect(try HostProcess.run("--modules", folder.path, "routes", environment: cache).exitCode == 0)
            #expect(try HostProcess.run(words, environment: cache).lines == ["Ticker"])
            // The configuration file can also name the folder.
            try Self.make(folder.path("switchboard"))
            try folder.write(#"{"module_folders":["\#(folder.path)"]}"#, to: "switchboard/config.json")
            let configured = cache.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
            let named = try HostProcess.run(["complete-words", "routes", "Tick"], environment: configured)
            #expect(named.lines == ["Ticker"], "\(named.output) \(named.errors)")
        }
    }

    /// Types each line and Tab into a shell, and reads the line back.
    private func check(_ shell: String, _ arguments: [String], _ setUp: String) throws {
        try Self.inFolder { folder, environment in
            let terminal = try Terminal(shell, arguments, environment: environment, size: (160, 40))
            try terminal.type("cd '\(folder.path)'; \(setUp); echo re''ady\n")
            _ = try terminal.read(until: "ready")
            for line in Self.lines {
                try terminal.type(line.typed + "\t")
                _ = try terminal.read(until: line.completed)
                // Deletes the line.
                try terminal.type("\u{15}")
            }
            for list in Self.lists {
                try terminal.type(list.typed + "\t")
                var text = ""
                for word in list.candidates where !text.contains(word) { text += try terminal.read(until: word) }
                try terminal.type("\u{15}")
            }
            try terminal.type("exit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    private static func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Runs a body in a folder with a file and a folder, and with the host on the path, which knows its modules.
    private static func inFolder(_ body: (TemporaryFolder, [String: String]) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try folder.write("", to: "begun.so")
            let aliases = #"{"aliases":{"homes":"open app://rent/list","begin":"open"}}"#
            try make("\(folder.path)/.config/switchboard")
            try folder.write(aliases, to: ".config/switchboard/config.json")
            try make(folder.path("folder"))
            let host = BuildProducts.path("switchboard")
            try make(folder.path("own"))
            let link = folder.path("own/switchboard")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: host)
            let path = host.dropLast("/switchboard".count) + ":/usr/bin:/bin"
            var environment = HostProcess.environment
            environment.merge(["PATH": String(path), "HOME": folder.path, "TERM": "dumb", "LC_ALL": "C.UTF-8"]) { $1 }
            // Modules are known after a start.
            _ = try ChildProcess.run(host, ["routes"], environment: environment)
            try body(folder, environment)
        }
    }
}
