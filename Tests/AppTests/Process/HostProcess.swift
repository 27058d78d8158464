import Foundation
import TestSupport
import Testing

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

    /// Nothing of the user's own, the web services of the demonstration, and a cache that is there already: a host that
    /// has none scans every library anew. The hosts share a cache, and keep no journal of their sessions: one would
    /// tell of the crash that another test wanted.
    static var environment: [String: String] {
        plainEnvironment.merging(isolation()) { $1 }.merging(ChildProcess.sanitizerOptions) { $1 }
    }

    private static let plainEnvironment = [
        "HOME": TemporaryFolder.absent, "XDG_CACHE_HOME": cache, "PATH": "/usr/bin:/bin",
        // A package of the host may be installed.
        "XDG_DATA_DIRS": TemporaryFolder.absent, "SWITCHBOARD_SERVICES": services, "SWITCHBOARD_TRIAL": "1",
    ]

    /// The switches with which the in-tree modules run in processes of their own, where `SWITCHBOARD_TEST_ISOLATED` is
    /// set (`make test-isolated`): what a test expects of the app holds in both modes.
    private static let switches: String? = {
        guard ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_ISOLATED"] != nil else { return nil }
        try? FileManager.default.removeItem(atPath: BuildProducts.path("fixtures/isolated"))
        let limits = #"{"megabytes":1024,"seconds":3600,"files":256}"#
        let modules = Checkout.modules.map { #""\#($0)":\#(limits)"# }.joined(separator: ",")
        return #"{"format_version":"1.0","disabled":[],"isolated":{\#(modules)}}"#
    }()

    /// A new folder for the data of one host, which keeps the switches, and nothing of other hosts.
    private static func isolation() -> [String: String] {
        if FleetModules.isWanted { return (try? FleetModules.environment(plainEnvironment)) ?? [:] }
        guard let switches else { return [:] }
        let data = BuildProducts.path("fixtures/isolated/\(UUID().uuidString)")
        try? FileManager.default.createDirectory(atPath: data + "/switchboard", withIntermediateDirectories: true)
        try? switches.write(toFile: data + "/switchboard/modules.switches", atomically: true, encoding: .utf8)
        return ["XDG_DATA_HOME": data]
    }

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

extension Tag {
    /// For suites that `make test-isolated` runs again, with the in-tree modules in processes of their own.
    @Tag static var isolated: Self

    /// For suites that `make test-fleet` runs again, with the in-tree modules on another host of a fleet.
    @Tag static var fleet: Self
}
