import Foundation
import TestSupport
import Testing

@testable import Platform

/// Starts without plugins, and starts with every file that a host keeps in every wrong state.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A start that goes on` {
    @Test func `a safe start runs the modules beside the executable and no plugin, and says so in one line`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.eagerStumbler.get())
            let folder = try Samples.culprit.get()
            let crash = ["STUMBLE": "start crash", "SWITCHBOARD_MODULE_PATH": folder]
            let safe = try home.run("--safe", "--modules", folder, "open", "app://rent/list", environment: crash)
            #expect(safe.exitCode == 0 && safe.lines.first == "Homes to let", "\(safe.errors)")
            #expect(safe.errorLines.count == 1 && safe.errors.contains("a safe start: only the modules beside"))
            let open = try home.run("--safe", "--no-remote", "--modules", folder, "open", "app://culprit/trap")
            #expect(open.exitCode == 2, "\(open.errors)")
            #expect(try home.run("open", "app://rent/list", environment: crash).exitCode > 128)
        }
    }

    /// A file or folder that a host keeps, and whether it is set aside where its bytes are damaged.
    static let kept: [(name: String, isFolder: Bool)] = [
        ("data/switchboard", true), ("data/switchboard/store", true), ("data/switchboard/modules.lock", false),
        ("data/switchboard/modules.switches", false), ("state/switchboard", true),
        ("state/switchboard/stack.json", false), ("cache/switchboard", true), ("cache/switchboard/modules", true),
        ("cache/switchboard/modules/sessions", true), ("cache/switchboard/modules/*.scan", false),
        ("cache/switchboard/modules/*.start", false),
    ]

    @Test(arguments: kept)
    func `a start goes on without what it cannot read, sets it aside, and says so once`(
        _ row: (name: String, isFolder: Bool)
    ) throws {
        try StoreHome.with { home in
            try fill(home)
            for damage in ["damaged", "empty", "folder"] where !row.isFolder || damage == "damaged" {
                let path = try #require(try self.path(row.name, in: home), "\(row.name)")
                // An empty file of the cache holds nothing to keep.
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

    @Test func `a start sets a lock file aside, and no change of the store removes what it names`() throws {
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

    @Test func `a start isolates the modules of the user as long as it is not known which ones are to be`() throws {
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
            #expect(last.output.contains("runs in a process of its own"), "\(last.output)")
        }
    }

    @Test func `a start does not believe an image from before modules were isolated, where that is not known any more`()
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

    @Test func `a module of the user is isolated as long as it is not known which ones are to be when it is reloaded`()
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

    @Test func `a start leaves a file of a later format where it is`() throws {
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

    /// Has a host write each of its files.
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

    /// The path of a name, whose file may be any of a kind.
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
