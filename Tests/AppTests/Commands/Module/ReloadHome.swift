import Foundation
import TestSupport

/// A shell on a terminal, with a module that is replaced repeatedly, and clients that call it.
struct ReloadHome {
    let home: StoreHome
    let terminal: Terminal
    let builds: Builds

    /// Starts a shell with modules in a new folder.
    static func with(
        _ arguments: [String] = [], environment: [String: String] = [:], _ body: (ReloadHome) throws -> Void
    ) throws {
        try StoreHome.with { home in
            let builds = try Builds(folder: home.folder)
            try builds.put(version: 1, generation: 0)
            try home.copy(try TurnoverSamples.clients.get(), to: "plugins/libClients.so")
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--no-remote", "--modules", builds.plugins] + arguments,
                environment: home.environment.merging(environment) { $1 })
            _ = try terminal.read(until: "help.")
            try body(ReloadHome(home: home, terminal: terminal, builds: builds))
            try terminal.type("quit\n")
            guard try terminal.exitCode() == 0 else { throw Ended() }
        }
    }

    /// Starts a shell that watches an empty folder, and passes the folder to the body.
    static func watching(
        environment: [String: String] = [:], _ body: (ReloadHome, String) throws -> Void
    ) throws {
        try with(environment: environment) { shell in
            let drop = shell.home.folder.path("drop")
            try FileManager.default.createDirectory(atPath: drop, withIntermediateDirectories: false)
            // The module in the home's folder would take precedence over a watched one.
            try FileManager.default.removeItem(atPath: shell.builds.plugins + "/libTurnover.so")
            try shell.type("watch \(drop)", until: "watching \(drop)\r\n")
            try body(shell, drop)
        }
    }

    struct Ended: Error {}

    /// Renames a copy of a file to its place, in one step.
    func move(_ path: String, to target: String) throws {
        let copy = try home.copy(path, to: "incoming")
        guard rename(copy, target) == 0 else { throw SystemError("rename", code: errno) }
    }

    /// Types a line, and returns the output up to a text.
    @discardableResult
    func type(_ line: String, until text: String) throws -> String {
        try terminal.type(line + "\n")
        return try terminal.read(until: text)
    }

    /// The counts of the clients.
    func counts(_ line: String) throws -> Counts {
        var text = try type(line, until: "\r\nwrong: ")
        while !text.split(separator: "wrong: ")[1].contains("\r\n") { text += try terminal.read(until: "\r\n") }
        var fields: [String: String] = [:]
        for field in text.replacing("\u{1B}[?2004l", with: "").split(separator: "\r\n") {
            let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        return try Counts(fields)
    }

    struct Counts {
        let asked: Int, answered: Int, failed: Int, wrong: Int, unseen: Int, doubled: Int
        let byVersion: [Int: Int]
        let firstError: String?

        init(_ fields: [String: String]) throws {
            func number(_ name: String) throws -> Int {
                guard let number = fields[name].flatMap({ Int($0) }) else { throw Ended() }
                return number
            }
            asked = try number("asked")
            answered = try number("answered")
            failed = try number("failed")
            wrong = try number("wrong")
            unseen = try number("unseen")
            doubled = try number("doubled")
            byVersion = try Dictionary(
                uniqueKeysWithValues: [1, 2].compactMap { version in
                    fields["byVersion.\(version)"] == nil ? nil : (version, try number("byVersion.\(version)"))
                })
            firstError = fields["firstError"]
        }
    }
}

/// Builds of a module, each with different content.
struct Builds {
    let folder: TemporaryFolder
    /// The folder of the builds.
    let plugins: String
    private let versions: [Data]

    init(folder: TemporaryFolder) throws {
        self.folder = folder
        plugins = folder.path("plugins")
        versions = try [TurnoverSamples.first.get(), TurnoverSamples.second.get()].map { path in
            try Data(contentsOf: URL(filePath: path))
        }
        try FileManager.default.createDirectory(
            atPath: folder.path("plugins"), withIntermediateDirectories: true)
    }

    /// The same builds, put into another folder.
    init(_ other: Builds, in folder: String) {
        self.folder = other.folder
        plugins = folder
        versions = other.versions
    }

    /// Puts a build of the module in place, in one step; the generation makes its content unique.
    func put(version: Int, generation: Int, as name: String = "libTurnover.so") throws {
        let bytes = versions[version - 1] + Data("generation \(generation)".utf8)
        let temporary = folder.path("incoming")
        try bytes.write(to: URL(filePath: temporary))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: temporary)
        guard rename(temporary, "\(plugins)/\(name)") == 0 else { throw SystemError("rename", code: errno) }
    }
}

/// Libraries that are built once for all tests of reloads.
enum TurnoverSamples {
    static let first = Result { () throws -> String in try library("turnover-1", "Turnover", defining: nil) }
    static let second = Result { () throws -> String in try library("turnover-2", "Turnover", defining: "SECOND") }
    static let clients = Result { () throws -> String in try library("clients", "Clients", defining: nil) }

    private static func library(_ name: String, _ module: String, defining flag: String?) throws -> String {
        let folder = BuildProducts.path("fixtures/\(name)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("\(module).swift", as: "lib\(module).so", defining: flag, in: folder)
        return "\(folder)/lib\(module).so"
    }
}
