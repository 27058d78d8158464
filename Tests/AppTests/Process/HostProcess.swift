import Foundation
import TestSupport

/// The `switchboard` executable, run as its users run it.
enum HostProcess {
    /// Where scans and images are kept for all tests, as they are for all hosts of a user.
    static let cache = BuildProducts.path("fixtures/cache")

    /// The records of the scans of the in-tree modules, and nothing else.
    private static let scans = Result { () throws -> String in
        let cache = BuildProducts.path("fixtures/in-tree")
        // Those of modules that were built before are of no use.
        try? FileManager.default.removeItem(atPath: cache)
        let host = try run("routes", environment: ["XDG_CACHE_HOME": cache])
        guard host.exitCode == 0 else { throw SystemError("routes: \(host.errors)", code: host.exitCode) }
        return cache + "/switchboard/modules"
    }

    /// Puts the records of the scans of the in-tree modules into a test's own cache, which is not about them.
    static func putScans(into cache: String) throws {
        let scans = try scans.get()
        let folder = cache + "/switchboard/modules"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: scans) where name.hasSuffix(".scan") {
            try FileManager.default.copyItem(atPath: "\(scans)/\(name)", toPath: "\(folder)/\(name)")
        }
    }

    /// Nothing of the user's own, the web services of the demonstration, and a cache that is there already: a host that has
    /// none scans every library anew.
    /// The hosts share a cache, and keep no journal of their sessions: one would tell of the crash that another test wanted.
    static let environment = [
        "HOME": "/nonexistent", "XDG_CACHE_HOME": cache, "PATH": "/usr/bin:/bin", "SWITCHBOARD_SERVICES": services,
        "SWITCHBOARD_TRIAL": "1",
    ]

    /// The file with the folders of the demonstration's web services.
    static let services = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/services.json").standardizedFileURL.path(percentEncoded: false)

    /// Runs the host with nothing of the user's own in its environment.
    static func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try run(arguments, input: input, environment: environment)
    }

    /// Runs the host with arguments that a table has.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, input: input,
            environment: Self.environment.merging(environment) { $1 })
    }
}
