import Foundation

/// A folder for one test, which is removed after the test.
public struct TemporaryFolder: Sendable {
    /// A path without a file, which no program knows before the tests run.
    public static let absent = NSTemporaryDirectory() + "switchboard-absent-" + UUID().uuidString

    /// The folder's path.
    public let path: String

    /// Runs the body with a new folder and removes it afterwards.
    public static func with<Result>(
        in parent: String? = nil, _ body: (TemporaryFolder) throws -> Result
    ) throws -> Result {
        let folder = try TemporaryFolder(in: parent ?? NSTemporaryDirectory())
        defer { folder.remove() }
        return try body(folder)
    }

    /// Runs the body with a new folder and removes it afterwards.
    public static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder(in: NSTemporaryDirectory())
        defer { folder.remove() }
        return try await body(folder)
    }

    /// The path of a name in the folder.
    public func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }

    /// Writes a program and returns its path.
    ///
    /// Another program creates the file: if this process wrote it, a child that another test starts could still have it
    /// open for writing, and the system would refuse to execute it.
    public func write(program: String, to name: String) throws -> String {
        let text = try write(program, to: "program")
        let made = try ChildProcess.run("/usr/bin/install", ["-D", "-m", "755", text, path(name)])
        guard made.exitCode == 0 else { throw SystemError("install \(made.errors)", code: made.exitCode) }
        return path(name)
    }

    private init(in parent: String) throws {
        path = parent + "switchboard-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }

    private func remove() { try? FileManager.default.removeItem(atPath: path) }
}
