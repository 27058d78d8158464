import Foundation
import TestSupport
import Testing

@testable import Platform

/// An isolated module gets only requests for its own URLs, and requests that a label lets it see.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct `The patterns of an isolated module` {
    private static func library(_ flag: String?, in home: StoreHome) throws -> String {
        let folder = home.folder.path(flag ?? "plain")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("Greedy.swift", as: "libGreedy.so", defining: flag, in: folder)
        return folder + "/libGreedy.so"
    }

    private static let taken = #"interceptor spy on /account/*rest (Greedy/Greedy.swift:"#

    @Test func `an isolated module with patterns for another module's URLs is not installed`() throws {
        try StoreHome.with { home in
            let install = try home.run("module", "install", try Self.library(nil, in: home))
            #expect(install.exitCode == 3)
            #expect(install.errors.contains(Self.taken), "\(install.errors)")
            #expect(install.errors.contains(#"begins with "account" as Account's patterns do"#), "\(install.errors)")
            #expect(install.errors.contains("on /:any/list") && install.errors.contains("without a literal segment"))
            #expect(try home.entries().isEmpty)
        }
    }

    @Test func `an isolated module with patterns for another module's URLs does not start`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try Self.library(nil, in: home))
            let host = try home.run("--modules", folder, "call", "app://account/session")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.errors.contains("Greedy was not loaded") && host.errors.contains(Self.taken), "\(host.errors)")
            let started = try home.run("--modules", folder, "module", "start", "Greedy")
            #expect(started.exitCode == 3 && started.errors.contains(Self.taken), "\(started.errors)")
        }
    }

    @Test func `patterns for another module's URLs are reported at installation, and refused at isolation`()
        throws
    {
        try StoreHome.with { home in
            let install = try home.run("module", "install", try Self.library("TRUSTED", in: home))
            #expect(install.exitCode == 0, "\(install.errors)")
            #expect(install.errorLines.count == 3, "\(install.errors)")
            for line in [
                "Greedy's interceptor spy on /account/*rest covers Account's route /account/home, ",
                "Greedy's route /account/session/begin covers Account's route /account/session/begin",
                "Greedy's interceptor spy on /:any/list covers NewHome's route /newhome/list, ",
            ] {
                #expect(install.errors.contains(line), "\(install.errors)")
            }
            let isolate = try home.run("module", "isolate", "Greedy")
            #expect(isolate.exitCode == 3, "\(isolate.errors)")
            #expect(isolate.errors.contains(Self.taken) && isolate.errors.contains("has the priority 9"))
            #expect(try !home.run("modules").output.contains("isolated"))
        }
    }

    // A person who isolates a module expects that it does not run in the host's process any more.
    @Test func `a module that cannot be isolated is disabled until it is enabled`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Self.library("TRUSTED", in: home))
            let lines = "open app://greedy\nmodule isolate Greedy\nopen app://greedy\n"
            let host = try home.run([], input: lines)
            #expect(host.errors.contains("Greedy was not isolated, and is disabled: "), "\(host.errors)")
            #expect(host.errors.contains("`module enable Greedy` runs it as before"), "\(host.errors)")
            // That command does not start a disabled module.
            #expect(!host.errors.contains("`module start` tries again"), "\(host.errors)")
            #expect(host.errors.contains("Greedy answers it, but it is disabled"), "\(host.errors)")
            #expect(try home.run("call", "app://account/session/begin").output.contains("taken") == false)
            #expect(try home.run("modules").lines.contains { $0.hasPrefix("Greedy") && $0.contains(" disabled ") })
            let why = try home.run("module", "why", "Greedy").output
            #expect(why.contains("could not be isolated: ") && why.contains("has the priority 9"), "\(why)")
            // The isolation is refused again, even while the module is disabled.
            #expect(try home.run("module", "isolate", "Greedy").exitCode == 3)
            let enable = try home.run("module", "enable", "Greedy").output
            #expect(enable == "Greedy 1.0.0 is enabled, and runs in the host's process\n", "\(enable)")
            #expect(try home.run("module", "why", "Greedy").output.contains("is ready"))
        }
    }

    @Test func `module install --isolated refuses patterns for another module's URLs, and stores nothing`() throws {
        try StoreHome.with { home in
            let library = try Self.library("TRUSTED", in: home)
            let install = try home.run("module", "install", "--isolated", library)
            #expect(install.exitCode == 3 && install.errors.contains(Self.taken), "\(install.errors)")
            #expect(try home.entries().isEmpty)
            #expect(try home.run("module", "install", library).exitCode == 0)
            #expect(try !home.run("modules").output.contains("isolated"))
            // The content is installed, and trusted.
            let again = try home.run("module", "install", "--isolated", library)
            #expect(again.exitCode == 3 && again.errors.contains("and is disabled"), "\(again)")
            let words = "`module isolate Greedy --off` and `module enable Greedy` run it in the host's process"
            #expect(again.errors.contains(words), "\(again)")
            #expect(try home.run("modules").lines.contains { $0.hasPrefix("Greedy") && $0.contains(" disabled") })
            // Both commands do what the text says.
            #expect(try home.run("module", "isolate", "Greedy", "--off").exitCode == 0)
            let enable = try home.run("module", "enable", "Greedy").output
            #expect(enable == "Greedy 1.0.0 is enabled, and runs in the host's process\n", "\(enable)")
        }
    }

    @Test func `an isolated module that declares what its scan did not have is refused`() throws {
        try StoreHome.with { home in
            let install = try home.run("module", "install", try Self.library("LATER", in: home))
            #expect(install.exitCode == 0, "\(install.errors)")
            let open = try home.run("open", "app://greedy")
            #expect(open.exitCode != 0)
            let words = "it declares route /greedy/later, which its scan did not find"
            #expect(open.errors.contains(words), "\(open.errors)")
        }
    }

    @Test func `patterns that an isolated module declares later are refused with the host's own text`() throws {
        try StoreHome.with { home in
            let install = try home.run("module", "install", try Self.library("ANEW", in: home))
            #expect(install.exitCode == 0, "\(install.errors)")
            let host = try home.run([], input: "call app://greedy/spy\ncall app://account/session\n")
            for words in ["interceptor spy on /:a<any>/:b<any> (Greedy/Greedy.swift:", "without a literal segment"] {
                #expect(host.errors.contains(words), "\(host.errors)")
            }
            #expect(!host.errors.contains("circle") && !host.errors.contains("taken"), "\(host.errors)")
            #expect(host.output.contains("Nobody is logged in"), "\(host.output)")
        }
    }
}
