import Foundation
@_spi(Host) import ModuleKit
import TestSupport

@testable import App
@testable import PluginRuntime

/// A user's folders with the golden files of a release, and a host with the golden modules, which are built from
/// source: formats do not depend on a toolchain.
struct GoldenHome {
    static let root = Checkout.path + "/Tests/Golden"
    private static let formats = root + "/Formats"
    private static let plugins = Result { () throws -> String in
        let folder = BuildProducts.path("fixtures/golden")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["GoldenPages", "GoldenStorage"] {
            try PluginCompiler.swift(["\(root)/Modules/\(name).swift"], module: name, as: "lib\(name).so", in: folder)
        }
        return folder
    }

    let folder: TemporaryFolder
    /// A change of each file, as a later host might write it.
    let change: @Sendable (String) -> String

    static func with<Result>(
        _ change: @escaping @Sendable (String) -> String = { $0 }, _ body: (GoldenHome) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { try body(GoldenHome(folder: $0, change: change)) }
    }

    var lock: String {
        get throws {
            let bytes = try bytes("modules.lock")
            let lock = try ModuleLock(bytes, path: "modules.lock")
            guard try lock.bytes(path: "") == bytes else { return "it is not written as it was" }
            return lock.modules.map { "\($0.name) \($0.version) \($0.entry.file) \($0.source) \($0.order)" }
                .joined(separator: "\n")
        }
    }

    var switches: String {
        get throws {
            let bytes = try bytes("modules.switches")
            let switches = try ModuleSwitches(bytes, path: "modules.switches")
            guard switches.bytes == bytes else { return "it is not written as it was" }
            return "\(switches.disabled)\n\(switches.isolated)"
        }
    }

    /// The settings, secrets and records that the module reads.
    var storage: String {
        get throws {
            let place = "data/switchboard/storage/GoldenStorage"
            for name in ["records.sqlite", "settings.json"] { try put(name, at: "\(place)/\(name)") }
            try put("token", at: "\(place)/secrets/token")
            return try host("call", "app://golden-storage/read") + host("call", "app://golden-storage/dear")
                + host("call", "app://golden-storage/notices")
        }
    }

    var history: String {
        get throws {
            try put("history", at: "state/switchboard/history")
            var history = LineHistory(file: HistoryFile(["XDG_STATE_HOME": folder.path("state")]))
            history.refresh()
            return history.lines.joined(separator: "\n")
        }
    }

    var stack: String {
        get throws {
            try put("stack.json", at: "state/switchboard/stack.json")
            return try host("--restore", "-c", "stack")
        }
    }

    var recording: String {
        get throws { try host("replay", try put("recording", at: "recording")) }
    }

    var routes: String {
        get throws { try host("routes", "GoldenPages", "--diff", try put("routes.json", at: "routes.json")) }
    }

    var contract: String {
        get throws {
            try host(
                "contract", "check", try put("contract.json", at: "contract.json"), "--against",
                "\(Self.formats)/routes.json")
        }
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        let text = try String(contentsOfFile: "\(Self.formats)/\(name)", encoding: .utf8)
        return Array(change(text).utf8)
    }

    /// Copies a golden file to its place, readable only by its owner.
    @discardableResult
    private func put(_ name: String, at place: String) throws -> String {
        let path = folder.path(place)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        var bytes = try Data(contentsOf: URL(filePath: "\(Self.formats)/\(name)"))
        if let text = String(data: bytes, encoding: .utf8) { bytes = Data(change(text).utf8) }
        try bytes.write(to: URL(filePath: path))
        chmod(path, 0o600)
        return path
    }

    /// Runs the host, and returns its output and errors.
    private func host(_ arguments: String...) throws -> String {
        var environment = HostProcess.environment
        for (name, place) in [("DATA", "data"), ("STATE", "state")] {
            environment["XDG_\(name)_HOME"] = folder.path(place)
        }
        let host = try HostProcess.run(
            ["--json", "--no-remote", "--modules", try Self.plugins.get()] + arguments, environment: environment)
        return (host.output + host.errors).replacing(folder.path + "/", with: "")
    }
}
