import Foundation
import TestSupport

/// A user's folders with shells that receive links.
struct LinkHome {
    let folder: TemporaryFolder
    let environment: [String: String]

    /// The folder of the sockets.
    var sockets: String { folder.path("run/switchboard") }

    /// The names of the sockets.
    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: sockets)) ?? []
        return all.filter { $0.hasSuffix(".socket") }.sorted()
    }

    /// Runs a body with a home in a new temporary folder.
    static func with(_ body: (LinkHome) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            for name in ["run", "data", "config", "home"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(name), withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700])
            }
            try body(
                LinkHome(
                    folder: folder,
                    environment: [
                        "XDG_RUNTIME_DIR": folder.path("run"), "XDG_DATA_HOME": folder.path("data"),
                        "XDG_CONFIG_HOME": folder.path("config"), "HOME": folder.path("home"),
                    ]))
        }
    }

    /// Starts a shell, and waits for its prompt.
    func shell() throws -> TestSupport.Terminal {
        let terminal = try startingShell()
        _ = try terminal.read(until: "switchboard> ")
        return terminal
    }

    /// Starts a shell, and does not wait for its prompt.
    func startingShell(_ arguments: String...) throws -> TestSupport.Terminal {
        try TestSupport.Terminal(
            BuildProducts.path("switchboard"), arguments.isEmpty ? ["--no-remote"] : arguments,
            environment: HostProcess.environment.merging(environment) { $1 }, size: (100, 40))
    }

    /// Sends a URL until a shell takes it: `send` skips a shell that greets late, as on a busy machine.
    @discardableResult
    func send(_ url: String) throws -> ChildProcess {
        var sent = try run("send", url)
        try Condition.wait(for: "a shell that greets") {
            if sent.output.contains(" in the shell of process ") { return true }
            if let next = try? run("send", url) { sent = next }
            return false
        }
        return sent
    }

    func run(_ arguments: String...) throws -> ChildProcess {
        try HostProcess.run(["--no-remote"] + arguments, environment: environment)
    }
}

extension TestSupport.Terminal {
    /// Types `quit`, and waits for the end of the process.
    func quit() throws {
        try type("quit\n")
        _ = try exitCode()
    }
}
