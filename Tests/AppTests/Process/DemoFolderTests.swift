import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The demonstration app` {
    /// The files of a tree, and the folder with the app; an empty text stands for the executable's own.
    static let rows: [(has: String?, folder: String?)] = [
        ("share/switchboard/demo/libAccount.so", "share/switchboard/demo"), ("lib/switchboard/libAccount.so", ""),
        (nil, nil),
    ]

    @Test(arguments: rows) func `the app is found in the installed tree and in a checkout, or it is a wrong usage`(
        _ row: (has: String?, folder: String?)
    ) throws {
        try TemporaryFolder.with { folder in
            if let file = row.has {
                let parent = folder.path(file.split(separator: "/").dropLast().joined(separator: "/"))
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
                try folder.write("", to: file)
            }
            let executable = folder.path("lib/switchboard/switchboard")
            switch row.folder {
            case nil:
                let expected = UsageError.noDemonstration(folder: folder.path("share/switchboard/demo"))
                #expect(throws: expected) { try DemoFolder.folders(of: executable) }
                #expect("\(expected)".contains("make install"))
            case ""?: #expect(try DemoFolder.folders(of: executable) == [])
            case let demo?: #expect(try DemoFolder.folders(of: executable) == [folder.path(demo)])
            }
        }
    }

    @Test(arguments: [
        ("share/switchboard/demo/services", "lib/switchboard"),
        ("Examples/RemoteServer/services", ".build/x86_64-unknown-linux-gnu/debug"),
    ])
    func `the answers of its web services lie in the installed tree, and in a checkout`(
        services: String, executable: String
    ) throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("\(executable)/switchboard")
            #expect(DemoFolder.services(of: path) == nil)
            try FileManager.default.createDirectory(
                atPath: folder.path(services), withIntermediateDirectories: true)
            #expect(DemoFolder.services(of: path) == folder.path(services))
        }
    }

    @Test func `without the demonstration and without an address the page says what to do`() throws {
        let host = try HostProcess.run("open", "app://rent/list", environment: ["SWITCHBOARD_SERVICES": ""])
        #expect(host.exitCode == 3)
        #expect(host.errors.contains("the host has no address for it; start the host with --service NAME=URL"))
        #expect(host.errors.contains("--demo"))
        let demo = try HostProcess.run("--demo", "open", "app://rent/list", environment: ["SWITCHBOARD_SERVICES": ""])
        #expect(demo.lines.first == "Homes to let", "\(demo.errors)")
    }

    @Test func `an address of the user goes before that of the demonstration`() throws {
        let host = try HostProcess.run("--demo", "--service", "rent=http://127.0.0.1:1", "open", "app://rent/list")
        #expect(host.exitCode == 4)
        #expect(host.errors.contains("nothing accepts connections there"), "\(host.errors)")
    }

    @Test func `the app of a checkout has a tab for each of its parts`() throws {
        let host = try HostProcess.run("--demo", "-c", "app://account/home", "tab")
        #expect(host.exitCode == 0, "\(host.errors)")
        #expect(host.lines.first == "Homes to let")
        for tab in ["Homes", "Messages", "Account"] { #expect(host.output.contains(" \(tab) "), "\(host.output)") }
    }

    @Test func `a log-in lasts until the log-out, over all processes of the host`() throws {
        try TemporaryFolder.with { folder in
            let environment = ["XDG_DATA_HOME": folder.path]
            func session() throws -> String {
                try HostProcess.run("call", "app://account/session", environment: environment).output
            }
            #expect(try session() == "Nobody is logged in\n")
            let body = #"{"user":"lin","password":"hush"}"#
            let login = try HostProcess.run(
                "call", "app://account/session/begin", "--body", body, environment: environment)
            #expect(login.exitCode == 0, "\(login.errors)")
            #expect(try session() == "Logged in as 林晓\n")
            #expect(try HostProcess.run("open", "app://account/logout", environment: environment).exitCode == 0)
            #expect(try session() == "Nobody is logged in\n")
        }
    }

    @Test func `messages last over processes, and opening the inbox shows them`() throws {
        try TemporaryFolder.with { folder in
            let environment = ["XDG_DATA_HOME": folder.path]
            let body = #"{"user":"lin","password":"hush"}"#
            _ = try HostProcess.run("call", "app://account/session/begin", "--body", body, environment: environment)
            for number in 1...2 {
                let sent = try HostProcess.run(
                    "call", "app://messages/send", "--body", #"{"to":"wang","text":"Hello"}"#,
                    environment: environment)
                #expect(sent.lines.first == "id: \(number)", "\(sent.errors)")
            }
            let inbox = try HostProcess.run("open", "app://messages/inbox", environment: environment)
            #expect(inbox.output.contains("[1] ● wang"))
            #expect(inbox.errors.isEmpty)
            let conversation = try HostProcess.run("open", "app://messages/write?to=wang", environment: environment)
            #expect(conversation.lines.count { $0.hasSuffix("  You: Hello") } == 2, "\(conversation.output)")
        }
    }
}
