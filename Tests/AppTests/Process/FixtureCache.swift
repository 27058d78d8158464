import Foundation
import Synchronization
import TestSupport

@testable import Platform

/// Fixtures that were compiled for the current SDK, which tests and later runs share.
///
/// An entry is named after the command and the content of each file that the command reads. It is next to the build's
/// products, and is removed when the SDK changes.
enum FixtureCache {
    /// The folder for the current SDK; folders for other SDKs are removed.
    private static let folder: String = {
        let all = BuildProducts.path("fixture-cache")
        let sdk = ["libModuleKit.so"] + ["Mediator", "ModuleKit", "ModuleTesting"].map { "Modules/\($0).swiftmodule" }
        let own = "\(all)/\(hash(sdk.map { identity(of: BuildProducts.path($0)) }))"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: all)) ?? []
        where "\(all)/\(name)" != own { try? FileManager.default.removeItem(atPath: "\(all)/\(name)") }
        return own
    }()

    /// One lock for each entry, so that two tests that need the same fixture compile it once.
    private static let locks = Mutex<[String: NSLock]>([:])

    /// Puts the outputs of a command into a folder: from the cache, or by running the command.
    ///
    /// - Parameters:
    ///   - outputs: the names of the files that the command creates in the folder.
    ///   - command: the compiler and its arguments; the folder's own path in them is ignored.
    ///   - inputs: the paths of the files that the command reads.
    static func provide(
        _ outputs: [String], in folder: String, command: [String], inputs: [String], run: () throws -> Void
    ) throws {
        // A command with the path of a test's own folder, or a library with that path, cannot be shared with other
        // tests.
        let isOwn = command.contains { word in
            let word = word.hasPrefix("-Wl,") || word.contains("-rpath") ? word : word.replacing(folder, with: "")
            return word.contains("/switchboard-test-")
        }
        if isOwn { return try run() }
        let contents = try inputs.map { "\(SHA256.hash(Array(try Data(contentsOf: URL(filePath: $0)))))" }
        let key = hash(command.map { $0.replacing(folder, with: ".") } + contents + outputs)
        let lock = locks.withLock { locks in
            let lock = locks[key] ?? NSLock()
            locks[key] = lock
            return lock
        }
        try lock.withLock {
            let entry = "\(self.folder)/\(key)"
            if !FileManager.default.fileExists(atPath: entry) {
                try run()
                try keep(outputs, of: folder, as: entry)
            } else {
                for name in outputs { try copy("\(entry)/\(name)", to: "\(folder)/\(name)") }
            }
        }
    }

    /// Stores files as an entry, in one step: another process may look for it.
    private static func keep(_ outputs: [String], of folder: String, as entry: String) throws {
        let new = "\(entry).\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
        for name in outputs { try copy("\(folder)/\(name)", to: "\(new)/\(name)") }
        if rename(new, entry) != 0 { try FileManager.default.removeItem(atPath: new) }
    }

    /// Copies a file in one step: another test may read the file that is replaced.
    ///
    /// A process that another test starts at the same time has the copy open for writing until it runs its program. A
    /// watch would not load the file before that.
    private static func copy(_ path: String, to copy: String) throws {
        let new = "\(copy).\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: path, toPath: new)
        while File.hasWriters(at: new) { usleep(1_000) }
        guard rename(new, copy) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func hash(_ texts: [String]) -> String {
        SHA256.hash(Array(texts.joined(separator: "\0").utf8)).text
    }

    /// A text that changes if the file does.
    private static func identity(of path: String) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return "\(attributes?[.size] ?? 0) \(attributes?[.modificationDate] ?? 0)"
    }
}
