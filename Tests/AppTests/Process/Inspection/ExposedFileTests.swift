import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A plugin that others may write` {
    /// The writable file or folder, its mode, and the command that repairs it.
    static let rows: [(name: String, mode: Int, remedy: String)] = [
        ("plugins/libSample.so", 0o666, "o-w"), ("", 0o757, "o-w"),
    ]

    @Test(arguments: rows)
    func `a plugin that others may write is refused, with its mode and the command that repairs it`(
        _ row: (name: String, mode: Int, remedy: String)
    ) throws {
        try StoreHome.with { home in
            let plugins = home.folder.path("plugins")
            try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
            let library = try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let path = row.name.isEmpty ? home.folder.path : home.folder.path(row.name)
            try FileManager.default.setAttributes([.posixPermissions: row.mode], ofItemAtPath: path)
            let mode = "0" + String(row.mode, radix: 8)

            let start = try home.run("--modules", plugins, "open", "app://rent/list")
            #expect(start.exitCode == 0)
            #expect(start.errors.contains("found \(path) with mode \(mode), which others may write"), "\(start.errors)")
            #expect(start.errors.contains("\(row.remedy) \(path)\n"))
            let install = try home.run("module", "install", library)
            #expect(install.exitCode == 3)
            #expect(install.errors.contains("\(row.remedy) \(path)"))

            let mend = try ChildProcess.run(
                "/bin/sh", ["-c", String(start.errors.split(separator: "to do   ")[1])],
                environment: ["PATH": "/usr/bin:/bin"])
            #expect(mend.exitCode == 0)
            #expect(try home.run("module", "install", library).exitCode == 0)
        }
    }

    @Test func `a store, a stored plugin or a lock file that others may write is refused`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            for path in [home.lockFile, home.store, "\(home.store)/\(try home.entries()[0])"] {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
                let start = try home.run("call", "app://sample/version", "--no-remote")
                // A fault that is found when the module is loaded is an error of the request.
                #expect([2, 3].contains(start.exitCode))
                #expect(start.errors.contains("found \(path) with mode 0777"), "\(start.errors)")
                try FileManager.default.setAttributes([.posixPermissions: mode ?? 0], ofItemAtPath: path)
            }
            #expect(try home.run("call", "app://sample/version").exitCode == 0)
        }
    }

    @Test func `the current directory is never searched for plugins`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.first.get(), to: "libSample.so")
            let start = try ChildProcess.run(
                "/bin/sh",
                ["-c", "cd \(home.folder.path) && '\(BuildProducts.path("switchboard"))' modules"],
                environment: home.environment)
            #expect(!start.output.contains("Sample"))
        }
    }
}
