import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A configuration that others may write` {
    private static let plugins = Result { () throws -> String in
        let folder = BuildProducts.path("fixtures/exposed")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("Caller.swift", as: "libCaller.so", in: folder)
        return folder
    }

    /// What is done in the folder of the configuration, and what is found there; `nil` where the file is used.
    static let rows: [(command: String, found: String?)] = [
        ("chmod 600 switchboard/config.json", nil),
        ("chmod 700 . switchboard", nil),
        ("mv switchboard/config.json own && ln -s ../own switchboard/config.json", nil),
        ("mv switchboard own && ln -s own switchboard", nil),
        ("chmod 666 switchboard/config.json", "FOLDER/switchboard/config.json with mode 0666, which others may write"),
        ("chmod 777 switchboard", "FOLDER/switchboard with mode 0777, which others may write"),
        ("chmod 757 .", "FOLDER with mode 0757, which others may write"),
        (
            "mv switchboard/config.json own && chmod 666 own && ln -s ../own switchboard/config.json",
            "FOLDER/own with mode 0666, which others may write"
        ),
        (
            "mkdir open && mv switchboard/config.json own && ln -s ../own open/link && chmod 777 open && "
                + "ln -s ../open/link switchboard/config.json",
            "FOLDER/open with mode 0777, which others may write"
        ),
    ]

    @Test(arguments: rows) func `a configuration that others may write is not used, whatever lets them`(
        _ row: (command: String, found: String?)
    ) async throws { try await Self.check(row.command, row.found) }

    /// The file is given to another user, or a folder or link on the way to it.
    static let given: [(command: String, found: String?)] = [
        ("chown 65534 switchboard/config.json", "FOLDER/switchboard/config.json of user 65534"),
        ("chown 65534 switchboard", "FOLDER/switchboard of user 65534"),
        ("chown 65534 .", "FOLDER of user 65534"),
        (
            "mv switchboard/config.json own && ln -s ../own switchboard/config.json && chown 65534 own",
            "FOLDER/own of user 65534"
        ),
    ]

    @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"), arguments: given)
    func `a configuration of another user is not used`(_ row: (command: String, found: String?)) async throws {
        try await Self.check(row.command, row.found)
    }

    private static func check(_ command: String, _ found: String?) async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run(["/search": .json(#""found""#)]) { server in
                let file = folder.path("switchboard/config.json")
                try FileManager.default.createDirectory(
                    atPath: folder.path("switchboard"), withIntermediateDirectories: false)
                try folder.write(
                    #"{"services":{"accounts":"\#(server.origin)"}}"#, to: "switchboard/config.json")
                try shell("cd '\(folder.path)' && \(command)")
                let environment = ["XDG_CONFIG_HOME": folder.path, "SWITCHBOARD_SERVICES": ""]
                let call = ["--modules", try plugins.get(), "call", "/caller/search"]
                if let found = found?.replacing("FOLDER", with: folder.path) {
                    let refused = try HostProcess.run(call, environment: environment)
                    #expect(refused.exitCode == 3)
                    #expect(
                        refused.errors.contains("the configuration \(file) is not used: \(found)"), "\(refused.errors)")
                    let show = try HostProcess.run("config", "show", environment: environment)
                    #expect(show.exitCode == 1 && show.errorLines.count == 1)
                    #expect(show.errors.contains(found) && !show.output.contains(server.origin), "\(show.output)")
                    #expect(server.requests.isEmpty)
                    try shell(String(try #require(show.errorLines.first?.split(separator: "; ").last)))
                }
                let host = try HostProcess.run(call, environment: environment)
                #expect(host.lines == ["found"] && host.errors.isEmpty, "\(host.errors)")
            }
        }
    }

    /// Another file that names servers, answers requests or has commands: its content, its arguments and variables.
    static let files: [(content: String, arguments: [String], environment: [String: String])] = [
        (#"{"accounts":"https://a.example"}"#, ["can-open", "app://rent/list"], ["SWITCHBOARD_SERVICES": "FILE"]),
        (#"{"format_version":"1.0","remotes":[]}"#, ["--remote", "FILE", "can-open", "app://rent/list"], [:]),
        ("{}", ["--only", "Rent", "--stub", "FILE", "can-open", "app://rent/list"], [:]),
        ("can-open app://rent/list", ["-f", "FILE"], [:]),
    ]

    @Test(arguments: files.indices) func `no file of the user is used that others may write`(index: Int) throws {
        try TemporaryFolder.with { folder in
            let (content, arguments, environment) = Self.files[index]
            let file = try folder.write(content, to: "file")
            func run(_ path: String) throws -> ChildProcess {
                try HostProcess.run(
                    arguments.map { $0 == "FILE" ? path : $0 },
                    environment: environment.mapValues { $0 == "FILE" ? path : $0 })
            }
            try #require(chmod(file, 0o666) == 0)
            let refused = try run(file)
            #expect(refused.exitCode != 0 && refused.output.isEmpty)
            #expect(refused.errorLines.count == 1)
            #expect(refused.errors.contains("\(file) with mode 0666, which others may write; chmod o-w \(file)"))
            try #require(chmod(file, 0o644) == 0)
            #expect(try run(file).output == "yes\n")
            // Others may create files in the folder of an absent one, and that is not what is wrong.
            let absent = try run(TemporaryFolder.absent)
            #expect(absent.exitCode != 0 && absent.errors.contains("No such file"), "\(absent.errors)")
        }
    }

    private static func shell(_ command: String) throws {
        let shell = try ChildProcess.run("/bin/sh", ["-c", command], environment: ["PATH": "/usr/bin:/bin"])
        try #require(shell.exitCode == 0, "\(command): \(shell.errors)")
    }
}
