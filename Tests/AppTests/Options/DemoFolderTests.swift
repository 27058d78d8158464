import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The demonstration app` {
    /// A file of a tree, and the folder with the app; an empty text stands for the executable's folder.
    static let rows: [(has: String?, folder: String?)] = [
        ("share/switchboard/demo/libAccount.so", "share/switchboard/demo"), ("lib/switchboard/libAccount.so", ""),
        (nil, nil),
    ]

    @Test(arguments: rows) func `the app is found in an installed tree and a checkout, or a usage error is thrown`(
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
                let error = #expect(throws: Failure.self) { try DemoFolder.folders(of: executable) }
                #expect(error?.message.contains("an app in \(folder.path("share/switchboard/demo"));") == true)
                #expect(error?.message.contains("make install") == true)
            case ""?: #expect(try DemoFolder.folders(of: executable) == [])
            case let demo?: #expect(try DemoFolder.folders(of: executable) == [folder.path(demo)])
            }
        }
    }

    @Test(arguments: [
        ("share/switchboard/demo", "lib/switchboard"),
        ("Examples/RemoteServer", ".build/x86_64-unknown-linux-gnu/debug"),
    ])
    func `the app's answers are found in an installed tree and a checkout`(answers: String, executable: String) throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("\(executable)/switchboard")
            #expect(DemoFolder.answers(of: path) == nil)
            try FileManager.default.createDirectory(atPath: folder.path(answers), withIntermediateDirectories: true)
            #expect(DemoFolder.answers(of: path) == folder.path(answers))
        }
    }

    /// The arguments of a command, its exit code, and a part of its output.
    static let answers: [(words: [String], exitCode: CInt, says: String)] = [
        (["--demo", "open", "app://nowhere/x"], 0, "A web page; open https://m.example.com/nowhere in a browser."),
        (["--demo", "open", "app://home"], 0, "User centre"),
        (["--demo", "resolve", "--explain", "app://home"], 2, "remote demonstration: a redirect to app://account/"),
        (["--demo", "remote", "status"], 0, "demonstration "), (["--demo", "can-open", "app://help/rent"], 0, "yes"),
        (["--demo", "open", "app://other"], 2, "list the routes with `routes`, or name a remote"),
        (["--demo", "--no-remote", "open", "app://nowhere/x"], 2, "no route for app://nowhere/x"),
        (["open", "app://nowhere/x"], 2, "with `routes`, or name a remote that knows it with --remote\n"),
        (["open", "app://home"], 2, "no route for app://home"), (["can-open", "app://home"], 2, "no"),
        (["call", "app://home"], 2, "no route for app://home"), (["--offline", "open", "app://home"], 2, "no route"),
        (["--origin", "external", "open", "app://home"], 2, "for app://home; list the routes with `routes`\n"),
        (["--remote", "built-in", "open", "app://home"], 64, "the remote table built-in cannot be read"),
        (["open", "app://rent/lst/42"], 2, "did you mean app://rent/:id, app://rent/list?\n"),
    ]

    @Test(arguments: answers) func `the table of the demonstration answers only with --demo`(
        _ row: (words: [String], exitCode: CInt, says: String)
    ) throws {
        let host = try HostProcess.run(row.words)
        #expect(host.exitCode == row.exitCode && (host.output + host.errors).contains(row.says), "\(host)")
    }

    @Test(arguments: [
        (["--demo"], "Open a URL such as app://account/home, or type help."), ([], "SecondHand. Type help."),
    ])
    func `the greeting names a URL only with --demo`(options: [String], says: String) throws {
        let environment = HostProcess.environment.merging(["SWITCHBOARD_SERVICES": "", "TERM": "dumb"]) { $1 }
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), options, environment: environment, size: (160, 24))
        _ = try terminal.read(until: says)
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `a page whose web service has no address fails with a remedy, and opens with --demo`() throws {
        let host = try HostProcess.run("open", "app://rent/list", environment: ["SWITCHBOARD_SERVICES": ""])
        #expect(host.exitCode == 3)
        #expect(host.errors.contains("the host has no address for it; start the host with --service NAME=URL"))
        #expect(host.errors.contains("--demo"))
        let demo = try HostProcess.run("--demo", "open", "app://rent/list", environment: ["SWITCHBOARD_SERVICES": ""])
        #expect(demo.lines.first == "Homes to let", "\(demo.errors)")
    }

    @Test func `an address that the user gives overrides the address of the demonstration`() throws {
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

    @Test func `a log-in lasts until the log-out, also in later processes of the host`() throws {
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
            #expect(try HostProcess.run("call", "app://account/logout", environment: environment).exitCode == 0)
            #expect(try session() == "Nobody is logged in\n")
        }
    }

    @Test func `messages are kept for later processes, in the inbox and in the conversation`() throws {
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
