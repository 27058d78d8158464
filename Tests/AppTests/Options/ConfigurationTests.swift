import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The configuration file` {
    /// The content of the file, and its problems.
    static let rows: [(content: String, problems: [String])] = [
        ("{}", []),
        (#"{"deadline":2.5,"color":false,"offline":true,"own_hosts":["a.example"],"remotes":["http://[::1]"]}"#, []),
        (#"{"log_level":"debug","log_file":"/tmp/log","module_folders":["/tmp"],"browser":false,"restore":true}"#, []),
        (#"{"services":{"accounts":"https://accounts.example.com"},"aliases":{"h":"open app://rent/list"}}"#, []),
        ("[]", ["the configuration config.json is not used: it is not an object; correct it"]),
        ("", ["the configuration config.json is not used: it is not JSON: "]),
        (
            "{\n\"deadlin\":1}",
            [#"config.json, line 2: there is no key "deadlin"; did you mean "deadline"?"#]
        ),
        (#"{"x":1}"#, [#"config.json, line 1: there is no key "x"; `config show` lists the keys"#]),
        (#"{"deadline":"5"}"#, [#"config.json, line 1: "deadline" is not used; write a number"#]),
        (
            #"{"deadline":0}"#,
            [#"config.json, line 1: "deadline" is "0" and is not used; expected seconds, more than 0 and up to 86400"#]
        ),
        (#"{"color":"no"}"#, [#"config.json, line 1: "color" is not used; write true or false"#]),
        (#"{"modules":{"Rent":{"city":"Beijing","limit":5},"Map":{}}}"#, []),
        (#"{"modules":["/a"]}"#, [#"config.json, line 1: "modules" is not used; write an object such as"#]),
        (
            "{\"modules\":\n{\"Rent\":5}}",
            [#"config.json, line 1: "modules.Rent" is not used; write an object such as {"Rent":{"city":"Beijing"}}"#]
        ),
        (
            #"{"module_folders":["/a",1]}"#,
            [#"config.json, line 1: "module_folders" is not used; write an array of texts"#]
        ),
        (
            #"{"module_folders":["plugins"]}"#,
            [
                #"config.json, line 1: "module_folders" is "plugins" and is not used; expected absolute paths "#
                    + #"of folders"#
            ]
        ),
        (
            #"{"services":{"a":"answers"}}"#,
            [#"config.json, line 1: "services" is "answers" and is not used; expected URLs, or absolute paths"#]
        ),
        (
            #"{"aliases":{"a":"stack","open":"stack"}}"#,
            [#"config.json, line 1: "aliases.open" is "open" and is not used; expected a name that is not a command"#]
        ),
        (
            #"{"aliases":{"a":"open 'x"}}"#,
            [#"config.json, line 1: "aliases.a" is "open 'x" and is not used; expected a line whose quotation marks"#]
        ),
        (#"{"log_level":7}"#, [#"config.json, line 1: "log_level" is not used; write a text"#]),
        (#"{"own_hosts":["a b"]}"#, [#"config.json, line 1: "own_hosts" is "a b" and is not used; expected a host"#]),
        (#"{"services":{"a":1}}"#, [#"config.json, line 1: "services" is not used; write an object such as"#]),
        (#"{"aliases":{"a":1}}"#, [#"config.json, line 1: "aliases" is not used; write an object such as"#]),
        (
            #"{"aliases":{"a b":"stack"}}"#,
            [#"config.json, line 1: "aliases.a b" is "a b" and is not used; expected a name of letters, digits"#]
        ),
        (
            "{\"color\":1,\n\"deadline\":\"x\"}",
            [
                #"config.json, line 1: "color" is not used; write true or false"#,
                #"config.json, line 2: "deadline" is not used; write a number"#,
            ]
        ),
    ]

    @Test(arguments: rows.indices) func `a wrong setting is reported once, with its line and a remedy`(index: Int) {
        let (content, expected) = Self.rows[index]
        let problems = Configuration(Array(content.utf8), file: "config.json", reserved: CommandTable.reserved).problems
            .map(\.message)
        #expect(problems.count == expected.count)
        for (problem, beginning) in zip(problems, expected) { #expect(problem.hasPrefix(beginning)) }
    }

    @Test func `an option overrides the environment, which overrides the configuration file`() throws {
        try TemporaryFolder.with { folder in
            try configure(folder, #"{"log_level":"debug","deadline":5,"own_hosts":["a.example"],"color":false}"#)
            let environment = [
                "XDG_CONFIG_HOME": folder.path, "SWITCHBOARD_LOG_LEVEL": "warning", "SWITCHBOARD_OWN_HOST": "b.example",
            ]
            let host = try HostProcess.run("--deadline", "7", "config", "show", environment: environment)
            #expect(host.exitCode == 0, "\(host.errors)")
            for row in [
                #"log_level +warning +environment"#, #"deadline +7 +option"#, #"own_hosts +b\.example +environment"#,
                #"own_hosts +\["a\.example"\] +file"#,
                #"color +false +file"#, #"browser +false +default"#,
            ] {
                let pattern = try Regex("^" + row + "$")
                #expect(host.lines.contains { $0.firstMatch(of: pattern) != nil }, "\(row) in \(host.output)")
            }
            #expect(host.lines.last == "The file is \(folder.path)/switchboard/config.json.")
        }
    }

    @Test func `settings of the configuration file take effect, and wrong ones are reported`() throws {
        try TemporaryFolder.with { folder in
            try configure(
                folder,
                #"{"own_hosts":["m.example.com"],"aliases":{"homes":"open app://rent/list"},"deadlines":1,"#
                    + #""remotes":["nowhere"]}"#
            )
            let environment = ["XDG_CONFIG_HOME": folder.path]
            let link = try HostProcess.run("https://m.example.com/rent/list", environment: environment)
            #expect(link.lines.first == "Homes to let")
            #expect(link.errorLines.count == 2)
            #expect(
                link.errors.contains(#""remotes" is "["nowhere"]" and is not used: "#))
            #expect(link.errors.contains(#"there is no key "deadlines"; did you mean "deadline"?"#))
            for host in [
                try HostProcess.run("homes", environment: environment),
                try HostProcess.run(input: "homes\n", environment: environment),
            ] {
                #expect(host.lines.first == "Homes to let")
                #expect(host.exitCode == 0)
            }
            // Each argument after `-c` is a separate line.
            let lines = try HostProcess.run("-c", "version", "homes", environment: environment)
            #expect(lines.exitCode == 0 && lines.lines.contains("Homes to let"))
            #expect(try HostProcess.run("--no-remote", "version", environment: environment).exitCode == 0)
        }
    }

    @Test func `a configuration that cannot be read is reported, and the host runs without it`() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("switchboard/config.json"), withIntermediateDirectories: true)
            let host = try HostProcess.run("version", environment: ["XDG_CONFIG_HOME": folder.path])
            #expect(host.exitCode == 0)
            #expect(host.errorLines.count == 1)
            #expect(host.errors.contains("config.json is not used: it is a directory, not a regular file; correct it"))
        }
    }

    private func configure(_ folder: TemporaryFolder, _ content: String) throws {
        let path = folder.path("switchboard")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try content.write(toFile: path + "/config.json", atomically: true, encoding: .utf8)
    }
}
