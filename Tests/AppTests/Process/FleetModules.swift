import Foundation
import Synchronization
import TestSupport

/// Runs the in-tree modules on another host of a fleet if `SWITCHBOARD_TEST_FLEET` is set (`make test-fleet`): tests
/// expect the same of the app there.
enum FleetModules {
    static let isWanted = ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_FLEET"] != nil

    /// The maximum number of serving hosts; the oldest are ended.
    private static let limit = 24
    private static let serving = Mutex<[Process]>([])

    /// The server for all tests, on a free port.
    private static let server = Result { try FleetServer() }

    /// Starts a host that serves the modules, and returns the environment of a host that asks it.
    static func environment(_ plain: [String: String]) throws -> [String: String] {
        let folder = BuildProducts.path("fixtures/fleet/\(UUID().uuidString)")
        let files = FileManager.default
        for part in ["data/switchboard", "config/switchboard", "served"] {
            try files.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
        }
        let address = try server.get().address
        let app = UUID().uuidString
        try #"{"fleet":["\#(address)"],"app":"\#(app)"}"#.write(
            toFile: "\(folder)/config/switchboard/config.json", atomically: true, encoding: .utf8)
        let names = Checkout.modules.map { "\"\($0)\"" }.joined(separator: ",")
        try #"{"format_version":"1.0","disabled":[\#(names)],"isolated":{}}"#.write(
            toFile: "\(folder)/data/switchboard/modules.switches", atomically: true, encoding: .utf8)
        let environment = plain.merging(["XDG_DATA_HOME": folder + "/served"]) { $1 }
        let host = try FleetServer.serve(["--fleet", address, "--app", app], environment)
        serving.withLock { serving in
            serving.append(host)
            if serving.count > limit { serving.removeFirst().terminate() }
        }
        return ["XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config"]
    }
}
