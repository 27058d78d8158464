import Foundation
import TestSupport

@testable import Platform
@testable import PluginRuntime

/// A user's data folder that only one test uses, and the host that is run with it.
struct StoreHome {
    let folder: TemporaryFolder

    /// The folder of the data.
    var data: String { folder.path("data") }
    /// The folder of the store's entries.
    var store: String { data + "/switchboard/store" }
    var lockFile: String { data + "/switchboard/modules.lock" }

    /// Only the folders of this home, and the web services of the demonstration.
    var environment: [String: String] {
        [
            "XDG_DATA_HOME": data, "XDG_CACHE_HOME": folder.path("cache"), "PATH": "/usr/bin:/bin",
            "SWITCHBOARD_SERVICES": HostProcess.services, "SWIFT_BACKTRACE": HostProcess.noBacktrace,
        ]
    }

    /// A home in a folder, with the scans of the in-tree modules in its cache.
    init(folder: TemporaryFolder) throws {
        self.folder = folder
        try HostProcess.putScans(into: folder.path("cache"))
    }

    /// Runs a body with a new home.
    static func with<Result>(_ body: (StoreHome) throws -> Result) throws -> Result {
        try TemporaryFolder.with { try body(try StoreHome(folder: $0)) }
    }

    /// Runs the host.
    @discardableResult
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess {
        try run(arguments, environment: environment)
    }

    /// Runs the host with arguments from a table.
    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, input: input,
            environment: self.environment.merging(environment) { $1 })
    }

    /// Runs the host, and kills it right before the step with that number.
    func run(killedBefore step: Int, _ arguments: [String]) throws -> ChildProcess {
        let variables = ["LD_PRELOAD=\(try Samples.killer.get())", "KILL_BEFORE=\(step)"]
        return try ChildProcess.run(
            "/usr/bin/env", variables + [BuildProducts.path("switchboard")] + arguments,
            environment: environment)
    }

    /// Copies a file into the folder, and replaces an existing one. See `FixtureCache.copy(_:to:)` about writers.
    @discardableResult
    func copy(_ path: String, to name: String) throws -> String {
        let copy = folder.path(name)
        try FileManager.default.createDirectory(atPath: Path.folder(of: copy), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        while File.hasWriters(at: copy) { usleep(1_000) }
        return copy
    }

    /// The content of the lock file.
    func lock() throws -> ModuleLock {
        try ModuleLock(Array(Data(contentsOf: URL(filePath: lockFile))), path: lockFile)
    }

    /// The names in the store, without lock files.
    func entries() throws -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: store)) ?? []
        return names.filter { $0 != ".guard" && $0 != ".in-use" }.sorted()
    }

    /// The hash of a file, by the system's sha256sum.
    static func hash(_ path: String) throws -> String {
        let line = try ChildProcess.run("/usr/bin/sha256sum", [path]).output
        return String(line.prefix { $0 != " " })
    }
}
