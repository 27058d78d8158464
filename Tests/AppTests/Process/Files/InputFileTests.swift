import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Files that the host reads` {
    /// Commands with a file.
    static let options: [[String]] = [
        ["-f", "FILE"], ["--remote", "FILE", "can-open", "app://rent/list"],
        ["--only", "Rent", "--stub", "FILE", "can-open", "app://rent/list"],
        ["-c", "replay FILE"],
    ]

    @Test(arguments: options) func `a device is refused with the reason`(_ arguments: [String]) throws {
        let host = try HostProcess.run(arguments.map { $0.replacing("FILE", with: "/dev/zero") })
        #expect(host.exitCode != 0)
        #expect(host.errors.contains("a device"), "\(arguments): \(host.errors)")
    }

    @Test func `a file of lines may be a pipe that the host's caller has opened`() throws {
        let host = try ChildProcess.run(
            "/bin/bash",
            ["-c", "'\(BuildProducts.path("switchboard"))' -f <(sleep 0.1; echo can-open app://rent/list)"],
            environment: HostProcess.environment)
        #expect(host.output == "yes\n", "\(host.errors)")
    }

    @Test func `an endless line on standard input is refused`() throws {
        let host = try ChildProcess.run(
            "/bin/sh", ["-c", "'\(BuildProducts.path("switchboard"))' < /dev/zero"],
            environment: HostProcess.environment)
        #expect(host.exitCode == 1)
        #expect(host.errors.contains("standard input cannot be read: it is longer than 16 MiB"), "\(host.errors)")
    }

    /// A file of the user's data, its replacement, and whether a start reports it.
    static let files: [(name: String, make: @Sendable (String) throws -> Void, isReported: Bool)] = [
        ("data/switchboard/modules.lock", { try makePipe($0) }, true),
        ("data/switchboard/modules.switches", { try makeLink($0) }, true),
        ("data/switchboard/store/searched.json", { try makeHuge($0) }, false),
        ("data/switchboard/store/.guard", { try makePipe($0) }, false),
    ]

    @Test(arguments: files.indices) func `a start goes on if a file of the store is unusable`(
        index: Int
    ) throws {
        let row = Self.files[index]
        try StoreHome.with { home in
            try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let file = home.folder.path(row.name)
            try FileManager.default.createDirectory(
                atPath: home.store, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try row.make(file)
            let host = try home.run(
                "--modules", home.folder.path("plugins"), "call", "app://sample/version", "--no-remote")
            #expect(host.output == "1.0.0\n", "\(row.name): \(host.errors)")
            #expect(!row.isReported || host.errors.contains(Path.name(of: row.name)), "\(row.name): \(host.errors)")
        }
    }

    private static func makePipe(_ path: String) throws { try #require(mkfifo(path, 0o600) == 0) }

    private static func makeLink(_ path: String) throws { try #require(symlink("/dev/zero", path) == 0) }

    private static func makeHuge(_ path: String) throws {
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        try #require(truncate(path, 8 << 30) == 0 && chmod(path, 0o600) == 0)
    }

    @Test func `a file that does not begin like a library is refused by its first bytes`() throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write("text", to: "libHuge.so")
            try #require(truncate(path, 1 << 30) == 0)
            let parent = try CheckedFolder.open(folder.path)
            let file = try parent.file("libHuge.so")
            let error = #expect(throws: PluginProblem.self) { try file.checkIsELF() }
            #expect(error == .notELF(path, beginning: Array("text".utf8) + [UInt8](repeating: 0, count: 12)))
        }
    }

    @Test(arguments: [0, 1_800_000_000, 9_223_372_036, 9_223_372_037, 15_000_000_000, -9_300_000_000])
    func `a file's identity includes its times, in any year`(seconds: Int) {
        var status = stat()
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
        status.st_ctim = status.st_mtim
        let identity = FileIdentity(status)
        status.st_ctim.tv_nsec -= 1
        #expect(FileIdentity(status) != identity)
        _ = identity.isRecent()
        _ = identity.isRecent(at: .min)
    }

    @Test func `plugins and a cache may have times in the year 2300`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let folder = home.folder.path("plugins")
            for _ in 0..<2 {
                let start = try home.run("--modules", folder, "call", "app://sample/version")
                #expect(start.output == "1.0.0\n", "\(start.errors)")
                let touched = try ChildProcess.run(
                    "/bin/sh", ["-c", "find '\(home.folder.path)' -exec touch -d 2300-01-01 {} +"],
                    environment: ["PATH": "/usr/bin:/bin"])
                #expect(touched.exitCode == 0)
            }
        }
    }
}
