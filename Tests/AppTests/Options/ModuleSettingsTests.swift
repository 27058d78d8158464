import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(10))) struct `Settings of modules` {
    /// Runs a host with the module `Tuned` in the host's process, or isolated.
    private static func run(
        _ arguments: [String], file: String = "{}", environment: [String: String] = [:], isIsolated: Bool = false
    ) throws -> ChildProcess {
        try TemporaryFolder.with { folder in
            let modules = folder.path("modules")
            try FileManager.default.createDirectory(
                atPath: folder.path("switchboard"), withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: modules, withIntermediateDirectories: true)
            try PluginCompiler.swift(
                "Tuned.swift", as: "libTuned.so", defining: isIsolated ? "ISOLATED" : nil, in: modules)
            _ = try folder.write(file, to: "switchboard/config.json")
            return try HostProcess.run(
                ["--no-remote", "--modules", modules] + arguments,
                environment: ["XDG_CONFIG_HOME": folder.path].merging(environment) { $1 })
        }
    }

    private static let file = "{\"modules\":{\n\"Tuned\":{\"city\":\"Beijing\",\n\"limit\":1,\"token\":\"hush\"}}}"

    @Test(arguments: [false, true])
    func `a module's setting comes from the option, else the environment, else the file`(isIsolated: Bool) throws {
        let host = try Self.run(
            ["--set", "Tuned.limit=3", "call", "app://tuned"], file: Self.file,
            environment: ["SWITCHBOARD_Tuned__limit": "2", "SWITCHBOARD_Tuned__city": "Harbin"], isIsolated: isIsolated)
        #expect(host.output == "Harbin 3 hush\n", "\(host.errors)")
        #expect(host.errors.isEmpty)
    }

    @Test(arguments: [
        (["--set", "Tuned.limit=many"], "{}", #"--set: "Tuned.limit" is "many"; write a whole number"#),
        ([], "{\"modules\":{\n\"Tuned\":{\n\"limit\":\"x\"}}}", #"config.json, line 3: "Tuned.limit" is "x"; write"#),
    ])
    func `a module with a setting of the wrong type does not start, isolated or not`(
        options: [String], file: String, text: String
    ) throws {
        for isIsolated in [false, true] {
            let host = try Self.run(options + ["call", "app://tuned"], file: file, isIsolated: isIsolated)
            #expect(host.exitCode == 1 && host.output.isEmpty, "\(host.output)")
            #expect(host.errors.contains("Tuned") && host.errors.contains(text), "\(host.errors)")
        }
    }

    @Test(arguments: [
        (
            #"{"modules":{"Tuned":{"citty":1}}}"#,
            #"config.json, line 1: "Tuned.citty" is not a setting; did you mean "city"?"#
        ),
        (
            #"{"modules":{"Tund":{"city":1,"limit":2}}}"#,
            #"config.json, line 1: "Tund" is not a module; did you mean "Tuned"?"#
        ),
        (#"{"modules":{"Rent":{"city":1}}}"#, #"config.json, line 1: "Rent.city" is not a setting; Rent has none"#),
    ])
    func `an unknown setting in the file is reported in one line, and the host starts`(
        file: String, line: String
    ) throws {
        let host = try Self.run(["call", "app://tuned"], file: file)
        #expect(host.output == "Shanghai 10 none\n")
        #expect(host.errorLines.count == 1 && host.errors.contains(line), "\(host.errors)")
    }

    @Test(arguments: [
        ("Tuned.citty=a", [], #"--set: "Tuned.citty" is not a setting; did you mean "city"?"#),
        ("Tuned.citty=a", ["--fleet", "nats://127.0.0.1:1"], #"--set: "Tuned.citty" is not a setting"#),
        ("Tund.city=a", [], #"--set: "Tund" is not a module; did you mean "Tuned"?"#),
        ("Tuned.token", [], #"--set is "Tuned.token"; expected MODULE.KEY=VALUE, such as Rent.city=Beijing"#),
        ("Tuned=hush", [], #"--set is "Tuned"; expected MODULE.KEY=VALUE"#),
    ])
    func `an unknown or malformed setting of --set is a usage error`(
        option: String, others: [String], text: String
    ) throws {
        let file = #"{"modules":{"Tund":{"x":1}}}"#
        let host = try Self.run(others + ["--set", option, "call", "app://tuned"], file: file)
        #expect(host.exitCode == 64 && host.errors.contains(text), "\(host.errors)")
    }

    @Test func `a safe start does not report settings of modules that it omits`() throws {
        let host = try Self.run(["--safe", "open", "app://rent/list"], file: Self.file)
        #expect(host.exitCode == 0 && host.errorLines.count == 1, "\(host.errors)")
    }

    @Test func `settings from variables are ordered by their names`() throws {
        let names = ["a", "b", "c", "d", "server", "server.host", "server.host.name", "server.port"]
        let variables = names.map { ("SWITCHBOARD_Tuned__\($0.replacing(".", with: "__"))", "x") }
        let values = try SettingValues(file: [:], environment: Dictionary(uniqueKeysWithValues: variables), options: [])
        #expect(values.byModule["Tuned"]?.map(\.name) == names)
    }

    @Test func `module info prints settings with their sources, and hides sensitive values`() throws {
        let host = try Self.run(["--set", "Tuned.limit=3", "module", "info", "Tuned"], file: Self.file)
        let settings = host.lines.filter { $0.hasPrefix("setting") }
        #expect(settings.count == 3, "\(host.output)\(host.errors)")
        #expect(settings.first?.hasPrefix("setting   city = \"Beijing\", from /") == true, "\(settings)")
        #expect(settings.first?.hasSuffix("config.json, line 2") == true, "\(settings)")
        #expect(settings.dropFirst().first == #"setting   limit = "3", from --set"#)
        #expect(settings.last?.hasPrefix("setting   token = ***, from ") == true)
        let plain = try Self.run(["module", "info", "Tuned"])
        #expect(
            plain.lines.contains(#"setting   city = "Shanghai""#) && plain.lines.contains("setting   token = null"))
        let json = try Self.run(["--set", "Tuned.limit=3", "--json", "module", "info", "Tuned"], file: Self.file).output
        #expect(json.contains(#"{"name":"limit","source":"--set","value":"3"}"#), "\(json)")
        #expect(json.contains(#"config.json, line 3","value":"***"}"#) && !json.contains("hush"), "\(json)")
        let list = try Self.run(["config", "show"], file: Self.file)
        #expect(list.output.contains("modules.Tuned") && !list.output.contains("hush"), "\(list.output)")
    }
}
