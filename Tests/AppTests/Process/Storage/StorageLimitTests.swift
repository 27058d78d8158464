import Foundation
import TestSupport
import Testing

/// Modules that store data at limits of the system, in processes of the host.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The storage of a module at the limits of the system` {
    private static let plugins = Result { () throws -> String in
        let folder = BuildProducts.path("fixtures/hoard")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("Hoard.swift", as: "libHoard.so", in: folder)
        return folder
    }

    /// Calls a route in a new process, whose files have a limited size as on a full disk.
    private func call(
        _ path: String, in folder: TemporaryFolder, fileLimit: String = "unlimited"
    ) async throws -> ChildProcess {
        // With the signal ignored, a write beyond the limit fails like a write to a full disk.
        let script = "trap '' 25; ulimit -f \(fileLimit); exec \"$0\" \"$@\""
        let arguments = [BuildProducts.path("switchboard"), "--modules", try Self.plugins.get(), "call"]
        let environment = [
            "XDG_DATA_HOME": folder.path("data"), "HOARD_HELD": folder.path("held"),
            "HOARD_RELEASE": folder.path("release"),
        ]
        return try await ChildProcess.runAside(
            "/bin/sh", ["-c", script] + arguments + ["app://hoard/\(path)"],
            environment: HostProcess.environment.merging(environment) { $1 })
    }

    private func content(in folder: TemporaryFolder) async throws -> String {
        let call = try await call("content", in: folder)
        #expect(call.exitCode == 0, "\(call.errors)")
        return call.lines.joined(separator: ",").filter { !$0.isWhitespace }
    }

    @Test(arguments: [
        ("secret", "secrets/key"), ("setting", "settings.json"), ("records", "records.sqlite"),
    ])
    func `a full disk is an error with a remedy, and the old content stays`(_ kind: String, _ file: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            for old in ["secret", "setting", "records"] {
                let stored = try await call("store/\(old)/1000", in: folder)
                #expect(stored.exitCode == 0, "\(stored.errors)")
            }
            // The file of each kind is below the limit, and a secret may have 64 KiB.
            let path = folder.path("data/switchboard/storage/Hoard/\(file)")
            let full = try await call(
                "store/\(kind)/\(kind == "secret" ? 60_000 : 2_000_000)", in: folder,
                fileLimit: kind == "secret" ? "80" : "512")
            #expect(full.exitCode != 0)
            #expect(
                full.errors.contains("no space is left for \(path); free some space, then try again"), "\(full.errors)")
            #expect(try await content(in: folder) == "1000,1000,[1000]")
            let again = try await call("store/\(kind)/3000", in: folder)
            #expect(again.exitCode == 0, "\(again.errors)")
        }
    }

    @Test func `records that another process locks are an error after 5 s, and committed records stay`() async throws {
        try await TemporaryFolder.with { folder in
            #expect(try await call("add/1", in: folder).exitCode == 0)
            async let holder = call("hold", in: folder)
            try await Condition.becomesTrue { FileManager.default.fileExists(atPath: folder.path("held")) }
            let add = try await call("add/3", in: folder)
            #expect(add.exitCode != 0)
            let path = folder.path("data/switchboard/storage/Hoard/records.sqlite")
            let remedy = "was locked for 5 s; end the other process or transaction that uses it, then try again"
            #expect(add.errors.contains("\(path) \(remedy)"), "\(add.errors)")
            #expect(try await content(in: folder) == "0,0,[1]")
            try Data().write(to: URL(filePath: folder.path("release")))
            let held = try await holder
            #expect(held.exitCode == 0, "\(held.errors)")
            #expect(try await call("add/3", in: folder).exitCode == 0)
            #expect(try await content(in: folder) == "0,0,[1,2,3]")
        }
    }
}
