import Foundation
import Synchronization
import TestSupport

/// A NATS server on a loopback port, which ends with the test process.
final class FleetServer: Sendable {
    let address: String
    private let process: Process
    let port: Int

    static let path = "/usr/sbin/nats-server"

    /// Starts a server on a free port, or on the port of an earlier server, with further options.
    init(port: Int = 0, _ options: [String] = []) throws {
        let folder = BuildProducts.path("fixtures/nats/\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments =
            ["-a", "127.0.0.1", "-p", port == 0 ? "-1" : "\(port)", "--ports_file_dir", folder] + options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let file = "\(folder)/nats-server_\(process.processIdentifier).ports"
        var found: Int?
        try Condition.wait(for: "the server's port") {
            let ports = try? JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: URL(filePath: file)))
            found = (ports?["nats"] ?? ports?["tls"])?.first.flatMap { $0.split(separator: ":").last }.flatMap {
                Int($0)
            }
            return found != nil
        }
        self.port = found ?? 0
        address = "nats://127.0.0.1:\(self.port)"
        Self.endWithTests(process)
    }

    deinit { process.terminate() }

    /// Kills the server.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Starts a host that serves its modules, and waits for its first line.
    static func serve(_ arguments: [String], _ environment: [String: String]) throws -> Process {
        try start(arguments + ["serve"], environment).process
    }

    /// Starts a host, and waits for its first line.
    static func start(_ arguments: [String], _ environment: [String: String]) throws -> (process: Process, line: String)
    {
        let process = Process()
        process.executableURL = URL(filePath: BuildProducts.path("switchboard"))
        process.arguments = arguments
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw SystemError("serve", code: ECHILD) }
            text += String(decoding: data, as: UTF8.self)
        }
        endWithTests(process)
        return (process, String(text.prefix { $0 != "\n" }))
    }

    private static let children = Mutex<[Process]>([])

    /// Ends a process when the tests end, unless it has ended already: another process may have its number then.
    private static func endWithTests(_ process: Process) {
        let isFirst = children.withLock { children in
            children.append(process)
            return children.count == 1
        }
        if isFirst {
            atexit {
                for child in FleetServer.children.withLock(\.self) where child.isRunning {
                    Foundation.kill(child.processIdentifier, SIGKILL)
                }
            }
        }
    }
}
