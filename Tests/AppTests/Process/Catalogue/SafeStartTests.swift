import Foundation
import TestSupport
import Testing

@testable import Platform

/// Starts without plugins, and starts with each file that a host keeps in each damaged state.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Safe starts and damaged files` {
    @Test func `a safe start runs only modules next to the executable, and reports that in one line`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.eagerStumbler.get())
            let folder = try Samples.culprit.get()
            let crash = ["STUMBLE": "start crash", "SWITCHBOARD_MODULE_PATH": folder]
            let safe = try home.run("--safe", "--modules", folder, "open", "app://rent/list", environment: crash)
            #expect(safe.exitCode == 0 && safe.lines.first == "Homes to let", "\(safe.errors)")
            #expect(safe.errorLines.count == 1 && safe.errors.contains("a safe start: only the modules next to"))
            let open = try home.run("--safe", "--no-remote", "--modules", folder, "open", "app://culprit/trap")
            #expect(open.exitCode == 2, "\(open.errors)")
            #expect(try home.run("open", "app://rent/list", environment: crash).exitCode > 128)
        }
    }

    /// The files and folders that a host keeps.
    static let kept: [(name: String, isFolder: Bool)] = [
        ("data/switchboard", true), ("data/switchboard/store", true), ("data/switchboard/modules.lock", false),
        ("data/switchboard/modules.switches", false), ("state/switchboard", true),
        ("state/switchboard/stack.json", false), ("cache/switchboard", true), ("cache/switchboard/modules", true),
        ("cache/switchboard/modules/sessions", true), ("cache/switchboard/modules/*.scan", false),
        ("cache/switchboard/modules/*.start", false),
    ]

    @Test(arguments: kept)
    func `a start sets a damaged file aside, reports it once, and goes on`(
        _ row: (name: String, isFolder: Bool)
    ) throws {
        try StoreHome.with { home in
            try fill(home)
            for damage in ["damaged", "empty", "folder"] where !row.isFolder || damage == "damaged" {
                let path = try #require(try self.path(row.name, in: home), "\(row.name)")
                // An empty file of the cache has no content to keep.
                if damage == "empty", row.name.hasPrefix("cache") { continue }
                let content = try put(damage, at: path)
                let host = try restore(home)
                #expect(host.exitCode == 0, "\(row.name) \(damage): \(host.errors)")
                #expect(host.output.contains("Homes to let"), "\(row.name) \(damage): \(host.errors)")
                let aside = try others(than: path)
                #expect(aside.count == 1, "\(row.name) \(damage): \(aside) \(host.errors)")
                let other = try #require(aside.first)
                if damage != "folder" { #expect(try Data(contentsOf: URL(filePath: other)) == content) }
                let told = host.errorLines.filter { $0.contains(Path.name(of: other)) }
                #expect(told.count == 1, "\(row.name) \(damage): \(host.errors)")
                let next = try restore(home)
                #expect(
                    next.exitCode == 0 && !next.errors.contains(".damaged-"), "\(row.name) \(damage): \(next.errors)")
                try FileManager.default.removeItem(atPath: other)
            }
        }
    }

    @Test func `store entries of a damaged lock file survive a later installation`() throws {
        try StoreHome.with { home in
            try fill(home)
            let entries = try home.entries().filter { ContentHash($0) != nil }
            let lock = try Data(contentsOf: URL(filePath: home.lockFile))
            try put("damaged", at: home.lockFile)
            _ = try restore(home)
            let install = try home.run("module", "install", try Samples.first.get())
            #expect(install.exitCode == 0, "\(install.errors)")
            #expect(Set(try home.entries()).isSuperset(of: entries))
            try lock.write(to: URL(filePath: home.lockFile))
            #expect(try home.run("module", "verify").exitCode == 0)
        }
    }

    @Test func `a start isolates the user's modules as long as the switches cannot be read`() throws {
        try StoreHome.with { home in
            try fill(home)
            let path = "\(home.data)/switchboard/modules.switches"
            let isolated = { try home.run("modules").lines.contains { $0.contains(", isolated") } }
            #expect(try !isolated())
            try put("damaged", at: path)
            let first = try home.run("modules")
            #expect(first.errors.contains("`module isolate NAME`"), "\(first.errors)")
            #expect(first.lines.contains { $0.contains(", isolated") }, "\(first.output)")
            #expect(try isolated())
            for other in try others(than: path) { unlink(other) }
            #expect(try !isolated())
            try Data(#"{"format_version":"9.0"}"#.utf8).write(to: URL(filePath: path))
            let last = try home.run("modules")
            #expect(last.lines.contains { $0.contains(", isolated") }, "\(last.output)")
            #expect(last.output.contains("run in their own processes"), "\(last.output)")
        }
    }

    @Test func `a start image from before an isolation is not used after the switches are damaged`()
        throws
    {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.first.get(), to: "plugins/libSample.so"))
            let other = Path.folder(of: try home.copy(try Samples.stumbler.get(), to: "others/libStumbler.so"))
            try Condition.wait(for: "an image") {
                _ = try? home.state("Sample", folder)
                return (try? home.cached(".start").isEmpty) == false
            }
            try home.run("--modules", folder, "module", "isolate", "Sample")
            try put("damaged", at: "\(home.data)/switchboard/modules.switches")
            #expect(try home.run("--modules", other, "modules").errors.contains(".damaged-"))
            #expect(try home.state("Sample", folder) == "resolved,")
        }
    }

    @Test func `a reloaded module of the user is isolated as long as the switches cannot be read`()
        throws
    {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            try put("damaged", at: "\(home.data)/switchboard/modules.switches")
            let lines = ["call app://sample/version", "module stop Sample", "module reload Sample", "modules"]
            let host = try home.run(lines.flatMap { ["-c", $0] })
            #expect(host.output.contains("runs as generation 2"), "\(host)")
            let row = host.lines.first { $0.hasPrefix("Sample ") && $0.contains(" active") }
            #expect(row?.contains("active, isolated") == true, "\(host)")
        }
    }

    @Test func `a start reports a file of a later format and leaves it in place`() throws {
        try StoreHome.with { home in
            try fill(home)
            let later = Data(#"{"format_version":"9.0","things":[]}"#.utf8)
            for name in ["modules.lock", "modules.switches"] {
                let path = "\(home.data)/switchboard/\(name)"
                try later.write(to: URL(filePath: path))
                let host = try restore(home)
                #expect(host.exitCode == 0 && host.errors.contains("use the host that wrote it"), "\(host.errors)")
                #expect(try Data(contentsOf: URL(filePath: path)) == later && others(than: path).isEmpty)
            }
        }
    }

    /// Makes a host write each of its files.
    private func fill(_ home: StoreHome) throws {
        try home.run("module", "install", try Samples.second.get())
        try home.run("module", "disable", "Map")
        _ = try restore(home)
        try Condition.wait(for: "an image") {
            _ = try? restore(home)
            return (try? home.cached(".start").isEmpty) == false
        }
        try FileManager.default.createDirectory(
            atPath: home.folder.path("cache/switchboard/modules/sessions"), withIntermediateDirectories: true)
    }

    private func restore(_ home: StoreHome) throws -> ChildProcess {
        try home.run(
            "--restore", "-c", "open app://rent/list", environment: ["XDG_STATE_HOME": home.folder.path("state")])
    }

    /// Returns the path of a file; a name with `*` is the first file of its kind.
    private func path(_ name: String, in home: StoreHome) throws -> String? {
        guard name.contains("*") else { return home.folder.path(name) }
        if name.hasSuffix(".scan") { for image in try home.cached(".start") { unlink(image) } }
        return try home.cached(name.hasSuffix(".scan") ? ".scan" : ".start").first
    }

    @discardableResult
    private func put(_ damage: String, at path: String) throws -> Data {
        try? FileManager.default.removeItem(atPath: path)
        let content = Data((damage == "damaged" ? "{\"no\": host wrote" : "").utf8)
        if damage == "folder" {
            try FileManager.default.createDirectory(atPath: path + "/inner", withIntermediateDirectories: true)
        } else {
            try content.write(to: URL(filePath: path))
            chmod(path, 0o600)
        }
        return content
    }

    private func others(than path: String) throws -> [String] {
        let folder = Path.folder(of: path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return names.filter { $0.hasPrefix(Path.name(of: path) + ".damaged-") }.map { "\(folder)/\($0)" }
    }
}
