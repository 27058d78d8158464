import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A folder that is searched for modules` {
    @Test func `a folder without libraries is reported, and a folder with libraries is suggested`() throws {
        try StoreHome.with { home in
            let package = home.folder.path("Shop")
            try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: false)
            let bare = try home.run("--modules", package, "open", "app://rent/42")
            #expect(bare.exitCode == 0)
            #expect(
                bare.errors == "switchboard: no library in \(package); build the plugin with `swift build`, and name "
                    + "the folder with its library, such as \(package)/.build/debug\n")
            try home.copy(try Samples.first.get(), to: "Shop/.build/debug/libSample.so")
            let built = try home.run("--modules", package, "open", "app://rent/42")
            #expect(
                built.errors
                    == "switchboard: no library in \(package); name \(package)/.build/debug, which has one\n")
            let right = try home.run("--modules", package + "/.build/debug", "call", "app://sample/version")
            #expect(right.errors.isEmpty && right.output == "1.0.0\n")
        }
    }

    @Test func `the command module why explains how to choose between a copy and an installed module`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.second.get(), to: "named/libSample.so"))
            try home.run("module", "install", try Samples.first.get())
            let named = try home.run("--modules", folder, "module", "why", "Sample")
            #expect(
                named.output.contains(
                    "otherwise leave out its folder, or uninstall it with `module uninstall Sample`"),
                "\(named.output)")
            let unknown = try home.run("--modules", folder, "module", "why", "Nobody")
            #expect(
                unknown.errors.contains(
                    "name one of Account, Map, Messages, NewHome, Rent, Sample, SecondHand, or install it"))
            try home.copy(try Samples.second.get(), to: "data/switchboard/modules/libSample.so")
            let own = try home.run("module", "why", "Sample")
            #expect(
                own.output.contains("or uninstall it with `module uninstall Sample`"), "\(own.output)")
        }
    }

    @Test func `an exact copy of an installed file is accepted in any folder`() throws {
        try StoreHome.with { home in
            let sample = try Samples.first.get()
            let folder = Path.folder(of: try home.copy(sample, to: "named/libSample.so"))
            #expect(try home.run("--modules", folder, "module", "install", sample).errors.isEmpty)
            let host = try home.run("--modules", folder, "modules")
            #expect(host.errors.isEmpty && host.lines.count { $0.hasPrefix("Sample ") } == 1, "\(host.output)")
            #expect(!host.output.contains("shadowed"), "\(host.output)")
            let watched = try home.run("-c", "watch \(folder)", "-c", "call app://sample/version")
            #expect(watched.errors.isEmpty && watched.output == "watching \(folder)\n1.0.0\n", "\(watched.output)")
        }
    }

    /// A library can write anything into the output of its process, and so could forge the scan of another library.
    @Test func `each plugin of a searched folder is scanned in its own process`() throws {
        try StoreHome.with { home in
            let folder = home.folder.path("searched")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, flag) in [("Scanned", nil), ("Scannable", "OTHER")] {
                try PluginCompiler.swift(
                    "Scanned.swift", as: "lib\(name).so", module: name, defining: flag, in: folder)
            }
            let list = try home.run("--modules", folder, "modules", "--json").output
            let processes = list.matches(of: #/"summary":"process (\d+)"/#).map(\.output.1)
            #expect(processes.count == 2 && Set(processes).count == 2, "\(list)")
        }
    }

    @Test func `an installation reports that a module of the same name is found first`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.second.get(), to: "named/libSample.so"))
            let sample = try Samples.first.get()
            let both = try home.run("--modules", folder, "module", "install", sample)
            #expect(both.exitCode == 0)
            #expect(both.errors.contains("a module of that name was found first at \(folder)/libSample.so"))
        }
    }

    @Test func `an installation refuses a module that clashes with a module of a searched folder`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.first.get(), to: "named/libSample.so"))
            let both = try home.run("--modules", folder, "module", "install", try Samples.renamed.get())
            #expect(both.exitCode == 3 && both.output.isEmpty && both.errorLines.count == 1)
            #expect(both.errors.contains("because Example would not run: "), "\(both.errors)")
            #expect(both.errors.contains("/sample/version"), "\(both.errors)")
            #expect(try home.lock().modules.isEmpty)
            #expect(both.errors.hasSuffix("; fix that, or leave one of the modules out, and try again\n"))
            #expect(!both.errors.contains("module start"), "nothing is there that could be started")
            let store = home.folder.path("data/switchboard/store")
            let copies = try FileManager.default.contentsOfDirectory(atPath: store).filter { !$0.hasPrefix(".") }
            #expect(copies.isEmpty, "nothing is left behind: \(copies)")
        }
    }

    @Test func `module trust refuses a changed file that clashes with a module of a searched folder`()
        throws
    {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.first.get(), to: "named/libSample.so"))
            let build = { (flag: String?) in
                try PluginCompiler.swift(
                    "Scanned.swift", as: "libScanned.so", module: "Scanned", defining: flag, in: home.folder.path)
            }
            try build(nil)
            #expect(try home.run("module", "install", home.folder.path("libScanned.so")).exitCode == 0)
            let before = try (home.lock(), home.entries())
            try build("CLASH")
            let trust = try home.run("--modules", folder, "module", "trust", "Scanned")
            #expect(trust.exitCode == 3 && trust.output.isEmpty, "\(trust.output)")
            #expect(
                trust.errors.contains("libScanned.so was not installed, because Scanned would not run: "),
                "\(trust.errors)")
            #expect(try home.lock() == before.0 && home.entries() == before.1)
            #expect(try home.run("module", "trust", "Scanned").exitCode == 0)
        }
    }

    @Test func `installing a removed module again reports that it is still isolated`() throws {
        try StoreHome.with { home in
            let sample = try Samples.first.get()
            #expect(try home.run("module", "install", sample).errors.isEmpty)
            for change in ["isolate", "uninstall"] {
                #expect(try home.run("module", change, "Sample").exitCode == 0)
            }
            let again = try home.run("module", "install", sample).errors
            #expect(
                again.contains("Sample runs isolated, as you once chose; `module isolate Sample --off`"), "\(again)")
        }
    }

    @Test func `module new reports that a module of the same name exists`() throws {
        try StoreHome.with { home in
            let made = try home.run("module", "new", "Rent", "--path", home.folder.path(""))
            #expect(made.exitCode == 0)
            #expect(made.errors.contains("libRent.so already has a module Rent, and of two modules"))
            #expect(try home.run("module", "new", "Hut", "--path", home.folder.path("")).errors.isEmpty)
        }
    }
}
