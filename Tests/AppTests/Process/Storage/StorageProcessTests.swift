import Foundation
import TestSupport
import Testing

/// Modules that store data, in processes of the host.
@Suite(.ownThread, .timeLimit(.minutes(30))) struct `The storage of a module in the host` {
    private static let plugins = Result { () throws -> String in
        let folder = BuildProducts.path("fixtures/ledger")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("Ledger.swift", as: "libLedger.so", in: folder)
        return folder
    }

    private func run(_ url: String, in folder: TemporaryFolder) throws -> ChildProcess {
        try HostProcess.run(
            "--modules", try Self.plugins.get(), "call", url,
            environment: ["XDG_DATA_HOME": folder.path("data"), "LEDGER_REPORTS": folder.path("reports")])
    }

    @Test func `a host that is killed while it writes keeps all reported data and never half of a write`()
        throws
    {
        try TemporaryFolder.with { folder in
            for round in 1...Rounds.count(usual: 20) {
                let killed = try run("app://ledger/run/\(Int.random(in: 0..<40_000))", in: folder)
                try #require(killed.exitCode == 128 + 9, "round \(round): \(killed.output)\(killed.errors)")
            }
            let check = try run("app://ledger/check", in: folder)
            #expect(check.exitCode == 0, "\(check.errors)")
            #expect(Int(check.output.dropLast()) ?? 0 > 0, "\(check.output)")
        }
    }

    @Test func `the file of records is complete or absent after the host is killed while it creates it`()
        throws
    {
        try StoreHome.with { home in
            let call = ["--modules", try Self.plugins.get(), "call", "app://ledger/check"]
            try #require(try home.run(call).output == "0\n")
            let storage = home.data + "/switchboard/storage/Ledger"
            var states: Set<Bool> = []
            for step in 1... {
                try? FileManager.default.removeItem(atPath: storage)
                let killed = try home.run(killedBefore: step, call)
                let records = try? Data(contentsOf: URL(filePath: storage + "/records.sqlite"))
                #expect(records?.isEmpty != true, "step \(step)")
                states.insert(records != nil)
                let next = try home.run(call)
                #expect(next.output == "0\n" && next.errors.isEmpty, "step \(step): \(next.errors)")
                let names = try FileManager.default.contentsOfDirectory(atPath: storage)
                #expect(!names.contains { $0 == ".new" || $0.contains("damaged") }, "step \(step): \(names)")
                if killed.exitCode == 0 { break }
                try #require(killed.exitCode == 128 + 9, "\(killed.errors)")
            }
            #expect(states == [true, false])
        }
    }

    @Test func `an empty file of records is reported and set aside, and the module starts without it`() throws {
        try StoreHome.with { home in
            let call = ["--modules", try Self.plugins.get(), "call", "app://ledger/check"]
            try #require(try home.run(call).output == "0\n")
            let records = home.data + "/switchboard/storage/Ledger/records.sqlite"
            try Data().write(to: URL(filePath: records))
            let host = try home.run(call)
            #expect(host.output == "0\n")
            #expect(
                host.errors.contains("\(records) is damaged (it has no content) and was renamed to "), "\(host.errors)")
            #expect(host.errors.contains("restore the file from a backup, or delete it"), "\(host.errors)")
            #expect(try home.run(call).errors.isEmpty)
        }
    }

    @Test func `only the user may enter a module's data folder`() throws {
        try TemporaryFolder.with { folder in
            let check = try run("app://ledger/check", in: folder)
            #expect(check.output == "0\n", "\(check.errors)")
            let path = folder.path("data/switchboard/storage/Ledger")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `storage in a host without a home is an error that names the variables to set`() throws {
        let call = try HostProcess.run("--modules", try Self.plugins.get(), "call", "app://ledger/check")
        #expect(call.exitCode != 0)
        #expect(
            call.errors.contains("neither XDG_DATA_HOME nor HOME is the path of a folder; set one"), "\(call.errors)")
    }

    @Test func `a module that stores data passes module check`() throws {
        let check = try HostProcess.run("module", "check", try Self.plugins.get() + "/libLedger.so")
        // One of its routes kills its process, for another test.
        let faults = check.lines.filter { $0.contains(" fail ") && !$0.hasPrefix("rules ") }
        #expect(faults == [], "\(check.output)\(check.errors)")
        #expect(check.lines.contains { $0.hasPrefix("stop       pass") })
    }
}
