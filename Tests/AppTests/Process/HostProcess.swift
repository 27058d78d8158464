import Foundation
import TestSupport
import Testing

/// The `switchboard` executable, run as its users run it.
enum HostProcess {
    /// The cache of scans and images for all tests, as all hosts of a user share one.
    static let cache = BuildProducts.path("fixtures/cache")

    /// A cache with the scan records of the in-tree modules only.
    private static let scans = Result { () throws -> String in
        let cache = BuildProducts.path("fixtures/in-tree")
        // Records of earlier builds are out of date.
        try? FileManager.default.removeItem(atPath: cache)
        let host = try run("routes", environment: ["XDG_CACHE_HOME": cache])
        guard host.exitCode == 0 else { throw SystemError("routes: \(host.errors)", code: host.exitCode) }
        return cache + "/switchboard/modules"
    }

    /// Puts the scan records of the in-tree modules into a test's own cache, so that its hosts need not scan them.
    static func putScans(into cache: String) throws {
        let scans = try scans.get()
        let folder = cache + "/switchboard/modules"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: scans) where name.hasSuffix(".scan") {
            try FileManager.default.copyItem(atPath: "\(scans)/\(name)", toPath: "\(folder)/\(name)")
        }
    }

    /// An environment without the user's settings, with the web services of the demonstration and the shared cache:
    /// without a cache, a host scans every library. The hosts do not keep a journal of their sessions, because a host
    /// would report a crash that another test caused.
    static var environment: [String: String] {
        plainEnvironment.merging(isolation()) { $1 }.merging(ChildProcess.sanitizerOptions) { $1 }
    }

    /// The setting of a host that crashes without a backtrace, which takes longer than the rest of a test.
    static let noBacktrace = "enable=no"

    private static let plainEnvironment = [
        "HOME": TemporaryFolder.absent, "XDG_CACHE_HOME": cache, "PATH": "/usr/bin:/bin",
        // A package of the host may be installed.
        "XDG_DATA_DIRS": TemporaryFolder.absent, "SWITCHBOARD_SERVICES": services, "SWITCHBOARD_TRIAL": "1",
        "SWIFT_BACKTRACE": noBacktrace,
    ]

    /// The switches that isolate the in-tree modules, if `SWITCHBOARD_TEST_ISOLATED` is set (`make test-isolated`):
    /// tests expect the same of the app in both modes.
    private static let switches: String? = {
        guard ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_ISOLATED"] != nil else { return nil }
        try? FileManager.default.removeItem(atPath: BuildProducts.path("fixtures/isolated"))
        let limits = #"{"megabytes":1024,"seconds":3600,"files":256}"#
        let modules = Checkout.modules.map { #""\#($0)":\#(limits)"# }.joined(separator: ",")
        return #"{"format_version":"1.0","disabled":[],"isolated":{\#(modules)}}"#
    }()

    /// Creates a data folder for one host, with only the switches in it.
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

    /// Runs the host without the user's settings in its environment.
    static func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try run(arguments, input: input, environment: environment)
    }

    /// Runs the host with a list of arguments.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, input: input,
            environment: Self.environment.merging(environment) { $1 })
    }
}

extension Tag {
    /// For suites that `make test-isolated` runs again, with the in-tree modules isolated.
    @Tag static var isolated: Self

    /// For suites that `make test-fleet` runs again, with the in-tree modules on another host of a fleet.
    @Tag static var fleet: Self
}
