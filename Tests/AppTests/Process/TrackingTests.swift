import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The tracking plugin` {
    private static let library = Result { () throws -> String in
        let folder = BuildProducts.path("test-tracking")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.package("Tracking", in: folder)
        return folder + "/libTracking.so"
    }

    private static let grants = #""app://rent","app://account","app://messages""#

    /// Writes a table of rules into a file, and a list that grants it URLs.
    private static func remote(_ rules: String, in folder: TemporaryFolder) throws -> String {
        let table = try folder.write(
            #"{"format_version":"1.0","answers":[{"pattern":"switchboard://table","answer":{"kind":"table","table":"#
                + #"{"version":"1","rules":{"tracking":[\#(rules)]}}}}]}"#, to: "table.json")
        return try folder.write(
            #"{"format_version":"1.0","remotes":[{"remote":"\#(table)","grants":[\#(grants)]}]}"#, to: "list.json")
    }

    private static func run(
        _ rules: String, _ input: String, in folder: TemporaryFolder, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let modules = folder.path("modules")
        try FileManager.default.createDirectory(atPath: modules, withIntermediateDirectories: true)
        if !FileManager.default.fileExists(atPath: modules + "/libTracking.so") {
            try FileManager.default.copyItem(atPath: try library.get(), toPath: modules + "/libTracking.so")
        }
        return try HostProcess.run(
            ["--modules", modules, "--remote", try remote(rules, in: folder)], input: input,
            environment: ["XDG_STATE_HOME": folder.path("state")].merging(environment) { $1 })
    }

    private static func records(in folder: TemporaryFolder) -> [String] {
        let path = folder.path("state/switchboard/tracking/records.jsonl")
        return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    @Test func `tracking rules of a remote's table record links and pages of unchanged modules`() throws {
        try TemporaryFolder.with { folder in
            let rules = [
                #"{"pattern":"app://rent/list","kind":"link"}"#,
                #"{"pattern":"app://rent/:id<int>","kind":"appear","fields":["title","elements.field[Rent]","#
                    + #""parameters.id"]}"#,
                #"{"pattern":"app://rent/:id<int>","kind":"disappear","fields":["parameters.id"]}"#,
            ].joined(separator: ",")
            let host = try Self.run(rules, "app://rent/list\napp://rent/42\nback\n", in: folder)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.errors.isEmpty, "\(host.errors)")
            let records = Self.records(in: folder)
            #expect(records.count == 3, "\(records)")
            #expect(records.first?.contains(#""kind":"link""#) == true)
            #expect(records.dropFirst().first?.contains(#""fields":{"elements.field[Rent]":"#) == true, "\(records)")
            #expect(records.last?.contains(#""fields":{"parameters.id":"42"},"kind":"disappear""#) == true)
            let mode =
                try FileManager.default.attributesOfItem(
                    atPath: folder.path("state/switchboard/tracking/records.jsonl"))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `a sent message is recorded, by an action and by a form`() throws {
        try TemporaryFolder.with { folder in
            let environment = ["XDG_DATA_HOME": folder.path("data")]
            let rules = [
                #"{"pattern":"app://messages/send","kind":"action","fields":["parameters.to","title"]}"#,
                #"{"pattern":"app://messages/write","kind":"form","fields":["parameters.to","title"]}"#,
            ].joined(separator: ",")
            let input = "app://account/login\n1\nlin\nhush\napp://messages/write?to=zhou\n1\n1\nHello again\n"
            let host = try Self.run(rules, input, in: folder, environment: environment)
            #expect(host.output.contains("You: Hello, is the home still free?"), "\(host.output)\(host.errors)")
            let records = Self.records(in: folder)
            #expect(records.count == 2, "\(records)\(host.errors)")
            #expect(records.first?.contains(#""title":"Hello, is the home still free?"},"kind":"action""#) == true)
            #expect(records.last?.contains(#""fields":{"parameters.to":"zhou","title":"Write"},"kind":"form""#) == true)
            #expect(records.allSatisfy { $0.contains(#""outcome":"answered""#) }, "\(records)")
        }
    }

    @Test func `tracking rules apply again after the tracking module is restarted`() throws {
        try TemporaryFolder.with { folder in
            let host = try Self.run(
                #"{"pattern":"app://rent/list","kind":"open","print":true}"#,
                "module stop Tracking\napp://rent/list\nmodule start "
                    + "Tracking\napp://rent/list\napp://tracking/metrics\n",
                in: folder)
            #expect(Self.records(in: folder).count == 1, "\(host.errors)")
            #expect(host.errorLines == ["tracking: open of app://rent/list by shell, answered"])
            #expect(host.output.contains("open app://rent/list"), "\(host.output)")
        }
    }

    @Test(arguments: [
        (#"{"pattern":"app://rent/list","kind":"see"}"#, #"rule 1 is refused: its kind is "see""#),
        (#"{"pattern":"app://account/centre","kind":"open"},{"pattern":"app://rent/:","kind":"open"}"#, "rule 2"),
        (#"{"pattern":"app://rent/list","kind":7}"#, "rule 1 is refused"),
        (#"{"pattern":"app://other/list","kind":"open"}"#, "is for URLs that are not granted"),
    ])
    func `an invalid tracking rule is reported in one line, and requests go on`(rules: String, line: String) throws {
        try TemporaryFolder.with { folder in
            let host = try Self.run(rules, "app://rent/list\n", in: folder)
            #expect(host.exitCode == 0)
            #expect(host.errorLines.count == 1 && host.errors.contains(line), "\(host.errors)")
            #expect(Self.records(in: folder).isEmpty)
        }
    }

    @Test func `a records folder that cannot be written is reported in one line, and requests go on`() throws {
        try TemporaryFolder.with { folder in
            let taken = try folder.write("", to: "taken")
            let host = try Self.run(
                #"{"pattern":"app://rent/*rest?","kind":"open"}"#, "app://rent/list\napp://rent/42\n", in: folder,
                environment: ["SWITCHBOARD_Tracking__folder": taken])
            #expect(host.exitCode == 0)
            #expect(host.errorLines.count == 1 && host.errors.contains("cannot be written"), "\(host.errors)")
        }
    }
}
