import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A plugin in a searched folder` {
    private static let environment = ["SWITCHBOARD_MODULE_PATH": ""]

    /// Starts the host with a folder of plugins, and returns the version of the sample.
    private func version(_ home: StoreHome, searching plugins: String) throws -> String {
        let start = try home.run("--modules", plugins, "call", "app://sample/version")
        #expect(start.errors.isEmpty, "\(start.errors)")
        return start.output
    }

    private func makeFolder(_ home: StoreHome) throws -> String {
        try FileManager.default.createDirectory(
            atPath: home.folder.path("plugins"), withIntermediateDirectories: false)
        return home.folder.path("plugins")
    }

    @Test func `a plugin in a searched folder is loaded from a copy, which is removed after the file changes`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home)
            let source = try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let hashes = [try StoreHome.hash(source), try StoreHome.hash(try Samples.second.get())]
            #expect(try version(home, searching: plugins) == "1.0.0\n")
            #expect(try home.entries() == [hashes[0], "searched.json"])
            #expect(!FileManager.default.fileExists(atPath: home.lockFile))
            // The copy is loaded, and the list names the original file.
            let maps = try home.run("--modules", plugins, "modules")
            #expect(maps.output.contains(source))

            try home.copy(try Samples.second.get(), to: "plugins/libSample.so")
            #expect(try version(home, searching: plugins) == "2.0.0\n")
            #expect(try home.entries() == [hashes[1], "searched.json"])
            try FileManager.default.removeItem(atPath: source)
            try home.run("module", "install", try Samples.first.get())
            #expect(try home.entries() == [hashes[0], "searched.json"])
        }
    }

    @Test func `a plugin in a searched folder is copied again only if its copy is damaged`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home)
            let source = try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            _ = try version(home, searching: plugins)
            let copy = "\(home.store)/\(try StoreHome.hash(source))/libSample.so"
            let inode = try number(of: copy)
            _ = try version(home, searching: plugins)
            #expect(try number(of: copy) == inode)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy)
            try Data("damaged".utf8).write(to: URL(filePath: copy))
            #expect(try version(home, searching: plugins) == "1.0.0\n")
            #expect(try StoreHome.hash(copy) == StoreHome.hash(source))
        }
    }

    @Test func `a plugin in a searched folder that is still being written is read again at each start`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home)
            let source = try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let file = try FileHandle(forUpdating: URL(filePath: source))
            #expect(try version(home, searching: plugins) == "1.0.0\n")
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: try Data(contentsOf: URL(filePath: try Samples.second.get())))
            #expect(try version(home, searching: plugins) == "2.0.0\n")
            try file.close()
            #expect(try home.entries() == [StoreHome.hash(source), "searched.json"])
        }
    }

    @Test func `a plugin in a searched folder that is replaced during a start is loaded from its copy`() throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: false)
            let store = try #require(ModuleStore(environment: ["XDG_DATA_HOME": home.data]))
            let host = try HostIdentity.current()
            try Condition.wait(for: "a file that was left alone") { FileIdentity(at: source)?.isRecent() == false }
            var importer = StoreImporter(store: store, host: host, use: nil)
            let bundle = try importer.read("libSample.so", in: try CheckedFolder.open(Path.folder(of: source)))
            try home.copy(try Samples.second.get(), to: "plugins/libSample.so")
            importer.finish()
            #expect(bundle.main.path != source && FileManager.default.fileExists(atPath: bundle.main.path))
        }
    }

    @Test func `a plugin in a searched folder precedes an installed one, which precedes the user's folder`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            let user = home.data + "/switchboard/modules"
            try FileManager.default.createDirectory(atPath: user, withIntermediateDirectories: false)
            try home.copy(try Samples.second.get(), to: "data/switchboard/modules/libSample.so")
            #expect(try home.run("call", "app://sample/version").output == "1.0.0\n")
            #expect(try version(home, searching: user) == "2.0.0\n")
            let path = ["SWITCHBOARD_MODULE_PATH": user]
            #expect(try home.run("call", "app://sample/version", environment: path).output == "2.0.0\n")
        }
    }

    @Test func `a plugin in a searched folder shares the host's copy of the SDK, even next to another copy`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home)
            try home.copy(BuildProducts.path("libModuleKit.so"), to: "plugins/libModuleKit.so")
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: plugins)
            let start = try home.run("--modules", plugins, "call", "app://probe/casts")
            #expect(start.output == "page: true\nmodule: true\nerror: true\nvalue: true\n")
            let entry = try #require(try home.entries().first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.store)/\(entry)") == ["libProbe.so"])
        }
    }

    @Test(arguments: ["no store", "a file in its place", "a store that others may write"])
    func `a plugin in a searched folder is loaded from that folder if the store cannot be opened`(_ what: String) throws
    {
        try StoreHome.with { home in
            let plugins = try makeFolder(home)
            try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            if what == "a file in its place" { try home.folder.write("", to: "data") }
            if what == "a store that others may write" {
                try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: false)
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: home.data)
            }
            let data = what == "no store" ? [:] : ["XDG_DATA_HOME": home.data]
            let start = try HostProcess.run("--modules", plugins, "call", "app://sample/version", environment: data)
            #expect(start.output == "1.0.0\n", "\(start.errors)")
            #expect(try home.entries().isEmpty)
        }
    }

    private func number(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.systemFileNumber] as? Int ?? 0
    }
}
