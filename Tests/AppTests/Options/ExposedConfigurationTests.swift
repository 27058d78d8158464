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

    @Test func `a configuration that others may write is not used until the printed remedy is applied`() async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run(["/search": .json(#""found""#)]) { server in
                try FileManager.default.createDirectory(
                    atPath: folder.path("switchboard"), withIntermediateDirectories: false)
                let file = try folder.write(
                    #"{"services":{"accounts":"\#(server.origin)"}}"#, to: "switchboard/config.json")
                try #require(chmod(file, 0o666) == 0)
                let environment = ["XDG_CONFIG_HOME": folder.path, "SWITCHBOARD_SERVICES": ""]
                let call = ["--modules", try Self.plugins.get(), "call", "/caller/search"]
                let found = "\(file) with mode 0666, which others may write"
                let refused = try HostProcess.run(call, environment: environment)
                #expect(refused.exitCode == 3)
                #expect(refused.errors.contains("the configuration \(file) is not used: \(found)"), "\(refused.errors)")
                let show = try HostProcess.run("config", "show", environment: environment)
                #expect(show.exitCode == 1 && show.errorLines.count == 1)
                #expect(show.errors.contains(found) && !show.output.contains(server.origin), "\(show.output)")
                #expect(server.requests.isEmpty)
                let remedy = String(try #require(show.errorLines.first?.split(separator: "; ").last))
                #expect(
                    try ChildProcess.run("/bin/sh", ["-c", remedy], environment: ["PATH": "/usr/bin:/bin"]).exitCode
                        == 0)
                let host = try HostProcess.run(call, environment: environment)
                #expect(host.lines == ["found"] && host.errors.isEmpty, "\(host.errors)")
            }
        }
    }

    /// Other files that name servers, answer requests or have commands: the content, the arguments and the variables.
    static let files: [(content: String, arguments: [String], environment: [String: String])] = [
        (#"{"accounts":"https://a.example"}"#, ["can-open", "app://rent/list"], ["SWITCHBOARD_SERVICES": "FILE"]),
        (#"{"format_version":"1.0","remotes":[]}"#, ["--remote", "FILE", "can-open", "app://rent/list"], [:]),
        ("{}", ["--only", "Rent", "--stub", "FILE", "can-open", "app://rent/list"], [:]),
        ("can-open app://rent/list", ["-f", "FILE"], [:]),
    ]

    @Test(arguments: files.indices) func `a file of the user is refused if others may write it`(index: Int) throws {
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
            // An absent file is reported as absent, although others may create files in its folder.
            let absent = try run(TemporaryFolder.absent)
            #expect(absent.exitCode != 0 && absent.errors.contains("No such file"), "\(absent.errors)")
        }
    }
}
