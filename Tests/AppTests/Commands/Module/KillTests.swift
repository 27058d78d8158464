import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// The steps are the calls that change files or start a process; `Tests/Fixtures/Killer` counts them.
@Suite(.ownThread, .timeLimit(.minutes(30))) struct `A process that is killed at any step` {
    /// `make test` tries every third step, `make verify` each one.
    private static let stride = Rounds.count(usual: 1) > 1 ? 1 : 3

    /// The command that is killed, and the version that is installed before and after it.
    static let rows: [(words: [String], before: String?, after: String?)] = [
        (["module", "install"], nil, "2.0.0"),
        (["module", "trust", "Sample"], "1.0.0", "2.0.0"),
        (["module", "uninstall", "Sample"], "1.0.0", nil),
    ]

    @Test(arguments: rows)
    func `a command that is killed at any step leaves the old or the new state, and the next run cleans up`(
        _ row: (words: [String], before: String?, after: String?)
    ) throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            if row.before != nil { try home.run("module", "install", source) }
            try home.copy(try Samples.second.get(), to: "libSample.so")
            let entries = row.after == nil ? [] : [try StoreHome.hash(source)]
            if row.before != nil { try home.copy(home.data, to: "prepared") }
            let words = row.words + (row.words == ["module", "install"] ? [source] : [])

            var states: Set<String?> = []
            for step in Swift.stride(from: 1, to: .max, by: Self.stride) {
                try restore(home, hasPrepared: row.before != nil)
                let killed = try home.run(killedBefore: step, words)
                if killed.exitCode == 0 {
                    #expect(step > 10)
                    break
                }
                try #require(killed.exitCode == 128 + 9, "\(killed.errors)")
                let state = try version(home)
                #expect([row.before, row.after].contains(state), "step \(step): \(state ?? "nothing")")
                states.insert(state)
                try expectNextSucceeds(home, words, entries, "step \(step)")
            }
            #expect(states == [row.before, row.after])
        }
    }

    @Test func `a partial copy of a searched file, left by a killed start, is gone after the next start`() throws {
        try StoreHome.with { home in
            try FileManager.default.createDirectory(
                atPath: home.folder.path("plugins"), withIntermediateDirectories: false)
            let source = try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let entries = [try StoreHome.hash(source), "searched.json"]
            let words = ["--modules", home.folder.path("plugins"), "call", "app://sample/version"]
            for step in Swift.stride(from: 1, to: .max, by: Self.stride) {
                try? FileManager.default.removeItem(atPath: home.data)
                let killed = try home.run(killedBefore: step, words)
                let isKilled = killed.exitCode == 128 + 9
                let start = try home.run(words[0], words[1], words[2], words[3])
                #expect(start.output == "1.0.0\n", "step \(step): \(start.errors)")
                #expect(start.errors.isEmpty, "step \(step): \(start.errors)")
                #expect(try home.entries() == entries, "step \(step)")
                if !isKilled {
                    #expect(step > 10)
                    break
                }
            }
        }
    }

    /// Runs the command again without killing it, and checks that nothing is left over.
    private func expectNextSucceeds(_ home: StoreHome, _ words: [String], _ entries: [String], _ step: String) throws {
        let next = try home.run(words)
        // A module that was removed already cannot be removed again.
        let isDone = next.exitCode == 0 || entries.isEmpty && next.errors.contains("Sample is not installed")
        #expect(isDone, "\(step): \(next.errors)")
        #expect(try home.entries() == entries, "\(step)")
        #expect(try home.lock().modules.map(\.entry.address.text) == entries, "\(step)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home.data + "/switchboard")
        #expect(names.sorted() == ["modules.lock", "store"], "\(step)")
    }

    /// The version that the next start runs; `nil` if it runs none.
    private func version(_ home: StoreHome) throws -> String? {
        let start = try home.run("call", "app://sample/version", "--no-remote")
        if start.exitCode == 2 {
            #expect(start.errorLines.count == 1, "\(start.errors)")
            return nil
        }
        #expect(start.exitCode == 0 && start.errors.isEmpty, "\(start.errors)")
        return start.output.filter { $0.isNumber || $0 == "." }
    }

    private func restore(_ home: StoreHome, hasPrepared: Bool) throws {
        try? FileManager.default.removeItem(atPath: home.data)
        if hasPrepared { try home.copy(home.folder.path("prepared"), to: "data") }
    }
}
