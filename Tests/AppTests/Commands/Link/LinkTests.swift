import Foundation
import Platform
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A link from another program` {
    @Test func `a link opens in the running shell, and is in its history and on its stack`() throws {
        try LinkHome.with { home in
            let shell = try home.shell()
            let sent = try home.send("app://rent/42")
            #expect(sent.exitCode == 0, "\(sent.errors)")
            #expect(sent.output.hasPrefix("shown in the shell of process "))
            #expect(sent.output.hasSuffix(": Studio above the bookshop\n"))
            let page = try shell.read(until: "switchboard> ")
            #expect(page.contains("Studio above the bookshop"), "\(page)")
            for line in ["history", "stack"] {
                try shell.type(line + "\n")
                #expect(try shell.read(until: "switchboard> ").contains("app://rent/42"))
            }
            let object = try home.run("--json", "send", "app://rent/list")
            #expect(object.output.contains(#""result":"shown","shell":"#), "\(object.output)")
            // The path above the page ends with the new page.
            #expect(try shell.read(until: "switchboard> ").contains("Studio above the bookshop › Homes to let"))
            try shell.quit()
            #expect(try home.run("link", "status").output.hasPrefix("no shell receives links"))
        }
    }

    /// URLs that a link cannot open, the exit code, and the error.
    static let failures: [(url: String, exitCode: Int32, code: String)] = [
        ("app://nobody", 2, "noRoute"),
        ("app://account/logout", 3, "accessDenied"),
        ("app://rent/999", 1, "handlerFailed"),
        ("nonsense", 64, "invalidURL"),
        ("app://rent/\u{1B}[31m", 64, "invalidLink"),
        ("app://rent/" + String(repeating: "x", count: 9_000), 64, "invalidLink"),
    ]

    @Test func `send exits with the code of the failed request, with and without a running shell`() throws {
        try LinkHome.with { home in
            var shell: TestSupport.Terminal?
            for isRunning in [false, true] {
                if isRunning { shell = try home.shell() }
                for row in Self.failures {
                    let sent = try home.run("--json", "--origin", "shell", "send", row.url)
                    #expect(sent.exitCode == row.exitCode, "\(row.url), \(isRunning): \(sent.errors)")
                    #expect(sent.errors.contains("\"code\":\"\(row.code)\""), "\(sent.errors)")
                }
            }
            // The shell prints why a link failed.
            #expect(try shell?.read(until: "999").contains("app://account/logout is refused") == true)
            try shell?.quit()
        }
    }

    @Test func `send opens the link itself if no shell runs or the runtime folder is not set`() throws {
        try LinkHome.with { home in
            #expect(try home.run("send", "app://rent/42").lines.first == "Studio above the bookshop")
            let elsewhere = try HostProcess.run("--no-remote", "send", "app://rent/42")
            #expect(elsewhere.lines.first == "Studio above the bookshop")
            let status = try HostProcess.run("link", "status")
            #expect(status.exitCode == 0 && status.output.contains("XDG_RUNTIME_DIR does not name a folder"))
            #expect(try home.run("link", "status").output == "no shell receives links; start one with `switchboard`\n")
        }
    }

    @Test func `a link goes to the newest shell, and send opens it itself while that shell does not answer`() throws {
        try LinkHome.with { home in
            let shells = [try home.shell(), try home.shell()]
            #expect(home.names.count == 1)
            try home.send("app://rent/42")
            _ = try shells[1].read(until: "Studio above the bookshop")
            try shells[1].suspend()
            #expect(try home.run("send", "app://rent/list").lines.first == "Homes to let")
            #expect(try home.run("link", "status").output.hasPrefix("no shell receives links"))
            try shells[1].signal(SIGCONT)
            for shell in shells { try shell.quit() }
        }
    }

    @Test func `a link does not go to a killed shell, and the next shell takes over its socket`() throws {
        try LinkHome.with { home in
            let killed = try home.shell()
            try killed.signal(SIGKILL)
            _ = try killed.exitCode()
            #expect(try home.run("send", "app://rent/42").lines.first == "Studio above the bookshop")
            let shell = try home.shell()
            #expect(home.names.count == 1)
            try home.send("app://rent/42")
            let status = try home.run("link", "status").output
            #expect(status.hasPrefix("links open in the shell of process "), "\(status)")
            try shell.quit()
        }
    }

    @Test func `send fails with shellEnded if the shell ends before it answers`() throws {
        try LinkHome.with { home in
            try makeSockets(home)
            let folder = try Descriptor(opening: home.sockets, O_RDONLY | O_DIRECTORY)
            let socket = try LocalSocket.listening(at: "links.socket", in: folder)
            Thread.detachNewThread {
                guard let peer = socket.accept(seconds: 10) else { return }
                try? peer.send(LinkMessage.greeting)
                _ = try? peer.receive(limit: LinkMessage.replyLimit)
            }
            let sent = try home.run("--json", "send", "app://rent/42")
            #expect(sent.exitCode == 1, "\(sent.errors)")
            #expect(sent.errors.contains(#""code":"shellEnded""#), "\(sent.errors)")
        }
    }

    @Test func `a starting shell reports that it cannot use the folder for link sockets`() throws {
        try LinkHome.with { home in
            try Data().write(to: URL(fileURLWithPath: home.sockets))
            let shell = try home.startingShell()
            let start = try shell.read(until: "switchboard> ")
            #expect(start.contains("no shell receives links"), "\(start)")
            try shell.quit()
        }
    }

    private func makeSockets(_ home: LinkHome) throws {
        try FileManager.default.createDirectory(
            atPath: home.sockets, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    @Test func `only the user can access the socket of links and its folder`() throws {
        try LinkHome.with { home in
            try FileManager.default.createDirectory(
                atPath: home.sockets, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
            let shell = try home.shell()
            let name = try #require(home.names.first)
            for (path, permissions) in [(home.sockets, 0o700), (home.sockets + "/" + name, 0o600)] {
                let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(found == permissions, "\(path)")
            }
            try shell.quit()
        }
    }

    @Test func `send reports a page that waits for a log-in, and the page opens after the log-in`() throws {
        try LinkHome.with { home in
            let shell = try home.shell()
            #expect(try home.send("app://account/profile").output.hasPrefix("waiting in the shell of process"))
            _ = try shell.read(until: "Log in…")
            for (line, question) in [("1", "User ("), ("lin", "Password (")] {
                try shell.type(line + "\n")
                _ = try shell.read(until: question)
            }
            try shell.type("hush\n")
            _ = try shell.read(until: "Your profile")
            try shell.quit()
        }
    }

    @Test func `a form that a link opened does not take lines that are typed at the prompt`() throws {
        try LinkHome.with { home in
            let shell = try home.shell()
            try home.send("app://account/profile")
            _ = try shell.read(until: "Log in…")
            for _ in 0..<2 {
                try shell.type("stack\n")
                _ = try shell.read(until: "presented")
            }
            try shell.quit()
        }
    }

    @Test func `a link that arrives during a log-in stays open, and the log-in page below it closes`()
        throws
    {
        try LinkHome.with { home in
            let shell = try home.shell()
            try shell.type("app://account/profile\n")
            _ = try shell.read(until: "User (text): ")
            try shell.type("lin\n")
            _ = try shell.read(until: "Password (")
            try home.send("app://rent/42")
            _ = try shell.read(until: "All homes")
            try shell.type("hush\n")
            _ = try shell.read(until: "Log out")
            try shell.type("stack\n")
            #expect(try !shell.read(until: "app://account/profile").contains("Log in"))
            try shell.quit()
        }
    }

    // herdr#2786: keys go to a page that is no longer visible.
    @Test func `the prompt names a form whose page is covered, and a form that left the stack sends nothing`() throws {
        try LinkHome.with { home in
            let shell = try home.shell()
            try shell.type("app://account/login\n")
            _ = try shell.read(until: "User (text): ")
            try home.send("app://rent/42")
            try shell.type("lin\n")
            _ = try shell.read(until: "Log in: Password (")
            try home.send("app://account/home")
            try shell.type("hush\n")
            _ = try shell.read(until: "\"Log in\" has left the stack; nothing that you typed was sent")
            try shell.type("call app://account/session\n")
            _ = try shell.read(until: "Nobody is logged in")
            try shell.quit()
        }
    }

    @Test func `a link puts the parent of its page below the page, unless it is sent with --alone`() throws {
        try LinkHome.with { home in
            let shell = try home.shell()
            _ = try home.run("send", "--alone", "app://secondhand/103")
            #expect(try !shell.read(until: "All second-hand homes").contains("Second-hand homes › "))
            let sent = try home.run("send", "app://secondhand/101")
            #expect(sent.exitCode == 0, "\(sent)")
            let page = try shell.read(until: "All second-hand homes")
            #expect(page.contains("Second-hand homes › ") && !page.contains("南宋御街小宅"), "\(page)")
            try shell.type("back\n")
            _ = try shell.read(until: "南宋御街小宅")
            try shell.quit()
        }
    }

    @Test func `a link is recorded as a send line, which can be replayed`() throws {
        try LinkHome.with { home in
            let shell = try home.shell()
            let file = home.folder.path("session.jsonl")
            try shell.type("record \(file)\n")
            _ = try shell.read(until: "ends it")
            try home.send("app://rent/42")
            _ = try home.run("send", "app://account/logout")
            try shell.type("record off\n")
            try shell.quit()
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#"{"line":"send app://rent/42"}"#))
            #expect(try home.run("replay", file).exitCode == 0)
        }
    }

    @Test func `the shell applies the --deadline of send to the link`() async throws {
        try await HTTPServer.run(["/lookup": .never]) { server in
            try LinkHome.with { home in
                let shell = try home.startingShell("--remote", server.url("/lookup"))
                _ = try shell.read(until: "switchboard> ")
                let sent = try home.run("--json", "--deadline", "0.4", "send", "app://old")
                #expect(sent.exitCode == 5, "\(sent.errors)")
                #expect(sent.errors.contains("within 0.4 s"), "\(sent.errors)")
                #expect(sent.errors.contains(#""code":"deadline""#), "\(sent.errors)")
                try shell.quit()
            }
        }
    }

    /// Messages of a hostile peer, and a part of the reply.
    static let messages: [(bytes: [UInt8], reply: String)] = [
        (Array(#"{"url":"app://rent/42\napp://rent/list"}"#.utf8), "a control character"),
        (Array(#"{"url":"app://rent/42","deadline":-1}"#.utf8), "its deadline is out of range"),
        (Array("app://rent/42".utf8), "it is not a request of `send`"),
        ([0xFF, 0xFE], "it is not a request of `send`"),
        (Array(repeating: UInt8(ascii: "x"), count: 100_000), "it is longer than 8192 bytes"),
    ]

    @Test func `a peer with an invalid message gets an error, and silent peers do not block the shell`()
        throws
    {
        try LinkHome.with { home in
            let shell = try home.shell()
            let folder = try LinkFolder.open(home.environment)
            for row in Self.messages {
                let shellSide = folder.shell()
                let socket = try #require(shellSide).socket
                try socket.send(row.bytes)
                let reply = String(decoding: try socket.receive(limit: 65_536), as: UTF8.self)
                #expect(reply.contains(row.reply) && reply.contains("\"exitCode\":64"), "\(reply)")
            }
            // One more silent peer than the shell serves at a time.
            let silent = (0..<9).map { _ in folder.shell() }
            #expect((1...8).contains(silent.compactMap(\.self).count))
            try shell.type("stack\n")
            _ = try shell.read(until: "switchboard> ")
            // The shell disconnects silent peers after some seconds.
            try Condition.wait(for: "a free place") { folder.shell() != nil }
            try home.send("app://rent/42")
            try shell.quit()
        }
    }
}
