import Foundation
import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A lazy module` {
    private struct Listed: Decodable {
        struct Module: Decodable {
            let name, state: String
            let loaded: Bool
        }
        let modules: [Module]
    }

    /// Returns the states of two modules in each list that a script prints, and whether they are loaded.
    private func states(_ input: String) throws -> [String] {
        let host = try HostProcess.run("--json", input: input)
        #expect(host.exitCode == 0, "\(host.errors)")
        let lists = host.lines.compactMap { try? JSONDecoder().decode(Listed.self, from: Data($0.utf8)) }
        return lists.flatMap(\.modules).filter { ["Account", "Rent"].contains($0.name) }
            .map { "\($0.name) \($0.state) \($0.loaded)" }
    }

    @Test func `a module is loaded by the first request that needs it`() throws {
        let states = try states("modules\napp://rent/42\nmodules\n")
        #expect(
            states == ["Account resolved false", "Rent resolved false", "Account resolved false", "Rent active true"])
    }

    @Test func `a module can be stopped and started again`() throws {
        let host = try HostProcess.run(
            "--no-remote",
            input: "app://rent/42\nmodule stop Rent\nmodules\napp://rent/42\nmodule start Rent\napp://rent/42\n")
        // The second is the page that replaced the open page when Rent was stopped.
        #expect(host.lines.filter { $0.hasPrefix("Studio") }.count == 3)
        #expect(try states("app://rent/42\nmodule stop Rent\nmodules\n").last == "Rent stopped true")
        #expect(host.errors.contains("line 4: no route for app://rent/42"))
        #expect(host.lines.contains("Rent 1.0.0 was stopped; `module start Rent` starts it again"))
        #expect(host.exitCode == 2)
    }

    @Test func `each page of a stopped module is replaced by a page that opens it again`() throws {
        let host = try HostProcess.run(
            "--no-remote",
            input: "app://rent/42\napp://account/centre\nmodule stop Rent\nback\n"
                + "module start Rent\n1\nstack\n")
        #expect(host.exitCode == 0, "\(host.errors)")
        let pages = host.output.split(separator: "\n\n").map(String.init)
        #expect(host.output.contains("Rent was stopped, and this page with it."))
        #expect(host.output.contains("[1] Open it again  app://rent/42"))
        #expect(pages.count { $0.contains("Address: 拱墅区小河直街 42 号") } == 2)
    }

    @Test func `the page that replaces a stopped module's page opens it again in the same place`() throws {
        let lines = ["app://account/centre", "module stop Account", "module start Account", "1", "stack"]
        let host = try HostProcess.run(["--no-remote"] + lines.flatMap { ["-c", $0] })
        #expect(host.exitCode == 0, "\(host.errors)")
        #expect(host.output.contains("[1] Open it again  app://account/centre"))
        #expect(host.lines.count { $0 == "Hello, guest" } == 2, "\(host.output)")
        #expect(!host.lines.contains { $0.hasPrefix("2  ") })
    }

    @Test func `a disabled module stays disabled at later starts until it is enabled`() throws {
        try StoreHome.with { home in
            let disable = try home.run("module", "disable", "Rent")
            #expect(disable.output == "Rent 1.0.0 is disabled; `module enable Rent` enables it again\n")
            for _ in 0..<2 {
                #expect(try home.run("--no-remote", "open", "app://rent/42").exitCode == 2)
                #expect(try home.run("module", "why", "Rent").output.contains("is disabled, or left out by --w"))
            }
            let start = try home.run("module", "start", "Rent")
            #expect(start.exitCode == 3)
            #expect(
                start.errors == "switchboard: Rent does not run: it is disabled, or left out by --without; "
                    + "type `module enable NAME`, or leave out --without\n")
            #expect(try home.run("module", "enable", "Rent").output == "Rent 1.0.0 is enabled\n")
            #expect(try home.run("open", "app://rent/42").exitCode == 0)
            #expect(try home.run("module", "disable", "Nobody").exitCode == 1)
        }
    }

    @Test func `a module that is enabled in the shell answers immediately`() throws {
        try StoreHome.with { home in
            try home.run("module", "disable", "Rent")
            let host = try home.run("-c", "module enable Rent", "-c", "app://rent/42")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.contains("Studio above the bookshop"))
        }
    }

    @Test func `a request waits for the start of a module only until its deadline`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so")
            let host = try home.run(
                "--modules", home.folder.path("plugins"), "--deadline", "1", "open", "app://stumbler",
                environment: ["STUMBLE": "wait"])
            #expect(host.exitCode == 5)
            #expect(host.errors.contains("the start of Stumbler did not end"))
        }
    }

    @Test func `a module that was changed after it was found is not loaded`() throws {
        try StoreHome.with { home in
            let path = try home.copy(try Samples.first.get(), to: "libSample.so")
            let content = try #require(ContentHash(try StoreHome.hash(path)))
            let module = Self.module(at: path, content)
            try module.verifyContent()
            try Data([0]).append(to: path)
            let error = #expect(throws: PluginProblem.self) { try module.verifyContent() }
            #expect("\(String(describing: error))".contains("expected \(content)"))
        }
    }

    @Test func `a module's file is read again if it was written, even if its size and time are the same`() throws {
        try StoreHome.with { home in
            let path = try home.copy(try Samples.first.get(), to: "libSample.so")
            try Condition.wait(for: "a file that was left alone") { FileIdentity(at: path)?.isRecent() == false }
            let (identity, other) = (try #require(FileIdentity(at: path)), SHA256.hash([]))
            // An unchanged file is not read: otherwise the wrong hash would be an error.
            try Self.module(at: path, other, identities: [identity]).verifyContent()
            #expect(throws: PluginProblem.self) { try Self.module(at: path, other).verifyContent() }
            let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.write(contentsOf: Data([0x7F]))
            try file.close()
            try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: path)
            #expect(throws: PluginProblem.self) {
                try Self.module(at: path, other, identities: [identity]).verifyContent()
            }
        }
    }

    /// When a file was changed, and for how long it must stay unchanged from then on, both in nanoseconds.
    static let rests = [
        (changed: 1_000_000_001, rest: 20_000_000),
        // The file system stores milliseconds, or seconds.
        (1_001_000_000, 2_000_000_000), (1_000_000_000, 2_000_000_000),
    ]

    @Test(arguments: rests)
    func `a module's file counts as recent until its times would show a later change`(
        _ row: (changed: Int, rest: Int)
    ) {
        let identity = FileIdentity(device: 1, inode: 1, size: 1, modified: 0, changed: row.changed)
        #expect(identity.isRecent(at: row.changed + row.rest - 1) && !identity.isRecent(at: row.changed + row.rest))
        #expect(identity.isRecent(at: 0))
    }

    @Test func `a module's file is not settled while another process may write it`() throws {
        try StoreHome.with { home in
            let path = try home.copy(try Samples.first.get(), to: "libSample.so")
            try Condition.wait(for: "a file that was left alone") { FileIdentity(at: path)?.isRecent() == false }
            let isSettled = { () throws in
                try PluginFile(try CheckedFolder.open(Path.folder(of: path)).file("libSample.so")).isSettled
            }
            // A child of another test may have it open until it runs its program.
            try Condition.wait(for: "a file that nobody writes") { (try? isSettled()) == true }
            let file = open(path, O_RDWR | O_CLOEXEC)
            #expect(file >= 0)
            #expect(try !isSettled())
            close(file)
            try Condition.wait(for: "a file that nobody writes") { (try? isSettled()) == true }
        }
    }

    @Test func `a module in a folder that others may write is not loaded, even if its file is unchanged`() throws {
        try StoreHome.with { home in
            let path = try home.copy(try Samples.first.get(), to: "entry/libSample.so")
            let module = Self.module(
                at: path, SHA256.hash([]), identities: [try #require(FileIdentity(at: path))])
            try module.verifyContent()
            let folder = home.folder.path("entry")
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
            let error = #expect(throws: PluginProblem.self) { try module.verifyContent() }
            #expect("\(String(describing: error))".contains("chmod"))
        }
    }

    @Test(arguments: [true, false])
    func `the error for a module whose file is gone names the file and a remedy`(_ isFolderGone: Bool) throws {
        try StoreHome.with { home in
            let path = try home.copy(try Samples.first.get(), to: "entry/libSample.so")
            let module = Self.module(at: path, SHA256.hash([]))
            try FileManager.default.removeItem(atPath: isFolderGone ? home.folder.path("entry") : path)
            let error = #expect(throws: PluginProblem.self) { try module.verifyContent() }
            let text = "\(path) cannot be opened any more: No such file or directory; start the host again"
            #expect("\(try #require(error))".hasPrefix(text))
        }
    }

    private static func module(at path: String, _ content: ContentHash, identities: [FileIdentity] = [])
        -> ModuleDescriptor
    {
        ModuleDescriptor(
            info: ModuleInfo("Sample", "1.0", ""), file: path, source: .option,
            library: ModuleLibrary(path: path),
            content: content, startsWithHost: false, isDisabled: false, problem: nil,
            identities: identities)
    }

    @Test func `module disable without a data folder suggests to set HOME`() throws {
        let host = try HostProcess.run("module", "disable", "Rent", environment: ["HOME": "relative"])
        #expect(host.exitCode == 1)
        #expect(host.errors.contains("set HOME"))
    }
}
