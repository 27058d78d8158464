import Foundation
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(30))) struct `Two processes that install and remove at the same time` {
    /// `make verify` runs more.
    static let rounds = Rounds.count(usual: 10)

    @Test func `two processes that install and remove modules keep each entry and a valid lock file`() async throws {
        let libraries = [try Samples.first.get(), BuildProducts.path("libRent.so")]
        try await TemporaryFolder.with { folder in
            let home = try StoreHome(folder: folder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, library) in zip(["Sample", "Rent"], libraries) {
                    group.addTask {
                        for _ in 0..<Self.rounds { try Self.installAndRemove(name, library, home) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try home.lock().modules.isEmpty)
            #expect(try home.entries().isEmpty)
        }
    }

    /// No other process changes this module, so that the result of each command is known.
    private static func installAndRemove(_ name: String, _ library: String, _ home: StoreHome) throws {
        let install = try home.run("module", "install", library)
        #expect(install.output.contains("\(name) 1.0.0 was installed"), "\(install.errors)")
        #expect(try home.lock()[name]?.source == library)
        #expect(try home.run("module", "verify", name).exitCode == 0)
        #expect(try home.run("module", "uninstall", name).exitCode == 0)
        #expect(try home.lock()[name] == nil)
    }
}
