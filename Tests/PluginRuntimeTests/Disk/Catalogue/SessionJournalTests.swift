import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `The journal of a session` {
    @Test
    func `a session that runs, ended normally or was killed with SIGKILL blames no module`()
        throws
    {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path("cache"))
            let journal = try #require(SessionJournal(in: cache))
            let slot = journal.begin(Troupe.known("Rent", Troupe.Part()), .load)
            // The process that writes the journal still runs.
            #expect(CrashedSession.takeNew(in: cache).isEmpty && !names(cache).isEmpty)
            // After `kill -9`, a journal that no process holds remains.
            try leave(cache) { _ in }
            #expect(CrashedSession.takeNew(in: cache).isEmpty)
            journal.end(slot)
            journal.close()
            #expect(names(cache).isEmpty)
        }
    }

    /// The modules that ran, the thread's stack, and the blamed module, or `nil` if it is not certain.
    static let rows: [(running: [String], stack: [UInt], blamed: String?)] = [
        (["Rent"], [], "Rent"), (["Rent", "Map"], [], nil), ([], [], nil),
        // The innermost frame in a module's code decides.
        (["Rent", "Map"], [0x50, 0x2050, 0x1050], "Map"), ([], [0x1050], "Rent"), (["Map"], [0x1050], "Rent"),
        (["Rent", "Map"], [0x3050], nil),
    ]

    @Test(arguments: rows)
    func `a crash blames the module of the thread's code, or the only module that ran`(
        _ row: (running: [String], stack: [UInt], blamed: String?)
    ) throws {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path("cache"))
            let journal = try #require(SessionJournal(in: cache))
            for (number, name) in ["Rent", "Map"].enumerated() {
                journal.end(journal.begin(Troupe.known(name, Troupe.Part()), .load))
                let start = UInt(number + 1) * 0x1000
                journal.write(LoadedModule(Troupe.known(name, Troupe.Part()), at: start..<start + 0x100))
            }
            let slots = row.running.map { journal.begin(Troupe.known($0, Troupe.Part()), .stop) }
            try leave(cache) { bytes in
                bytes[4] = UInt8(SIGILL)
                for (number, address) in row.stack.enumerated() {
                    bytes.replaceSubrange((16 + number * 8)..<(24 + number * 8), with: address.bytes)
                }
            }
            slots.forEach(journal.end)
            let sessions = CrashedSession.takeNew(in: cache)
            #expect(sessions.count == 1)
            let session = try #require(sessions.first)
            #expect(session.culprit?.name == row.blamed)
            let text = session.text("the last session")
            #expect(text.contains("SIGILL") && text.contains("--safe") || row.running.isEmpty, "\(text)")
            if row.blamed == nil, row.running.isEmpty {
                #expect(text == "the last session ended with SIGILL while no module ran; try again, and report it")
            }
            for name in row.running where row.blamed == nil { #expect(text.contains("\(name)'s stop()"), "\(text)") }
            journal.close()
        }
    }

    @Test func `a crash ignores modules of another process, and later lines do not hide an exit`() throws {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path("cache"))
            let journal = try #require(SessionJournal(in: cache))
            journal.end(journal.begin(Troupe.known("Rent", Troupe.Part()), .load))
            let slots = ["Rent", "Elsewhere"].map { journal.activities.begin(.handler, of: $0) }
            // Another thread has loaded a module after the line of the exit.
            let line = "exit 9 100\n\(Troupe.known("Map", Troupe.Part()).content) 0 0 Map\n"
            try leave(cache) { $0 += Array(line.utf8) }
            let session = try #require(CrashedSession.takeNew(in: cache).first)
            #expect(session.end == .exit(9))
            #expect(session.culprit?.name == "Rent")
            slots.forEach(journal.end)
            journal.close()
        }
    }

    @Test func `a session with an impossible time is not recent, and an old session is removed`() throws {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path("cache"))
            let journal = try #require(SessionJournal(in: cache))
            journal.end(journal.begin(Troupe.known("Rent", Troupe.Part()), .load))
            try leave(cache) { bytes in
                bytes[4] = UInt8(SIGILL)
                bytes.replaceSubrange(8..<16, with: UInt(bitPattern: Int.min).bytes)
            }
            #expect(CrashedSession.takeNew(in: cache).count == 1)
            let name = "\(cache.path)/sessions/0.crash"
            #expect(access(name, F_OK) == 0)
            var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
            #expect(utimes(name, &times) == 0)
            #expect(CrashedSession.takeNew(in: cache).isEmpty && access(name, F_OK) != 0)
            try leave(cache) { bytes in
                bytes[4] = UInt8(SIGILL)
                bytes.replaceSubrange(8..<16, with: UInt(bitPattern: Int.min).bytes)
            }
            #expect(CrashedSession.takeNew(in: cache).count == 1)
            #expect(CrashedSession.recent(in: cache, seconds: 300, before: .max).isEmpty)
            journal.close()
        }
    }

    @Test func `a damaged journal is read without a crash`() throws {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path("cache"))
            let journal = try #require(SessionJournal(in: cache))
            let slot = journal.begin(Troupe.known("Rent", Troupe.Part()), .load)
            var random = SplitMix64(seed: 7)
            for _ in 0..<200 {
                try leave(cache) { bytes in
                    for _ in 0..<64 {
                        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                    }
                    bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
                }
                for session in CrashedSession.takeNew(in: cache) { _ = session.text("the last session") }
            }
            journal.end(slot)
            journal.close()
        }
    }

    /// Writes a changed copy of the journal that no process holds, as after a crash.
    private func leave(_ cache: CacheFolder, _ change: (inout [UInt8]) -> Void) throws {
        let folder = cache.path + "/sessions"
        let name = try #require(names(cache).first { $0.hasSuffix(".session") })
        var bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
        change(&bytes)
        try Data(bytes).write(to: URL(filePath: "\(folder)/0.session"))
        chmod("\(folder)/0.session", 0o600)
    }

    private func names(_ cache: CacheFolder) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cache.path + "/sessions")) ?? []).filter {
            $0 != "0.session"
        }
    }
}

extension UInt {
    fileprivate var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
