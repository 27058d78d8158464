import Foundation
import TestSupport
import Testing

@testable import App
@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `The history of lines` {
    private static func with(_ body: (TemporaryFolder, [String: String]) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try body(folder, ["HOME": folder.path, "XDG_STATE_HOME": folder.path("state")])
        }
    }

    private static func history(_ environment: [String: String]) throws -> LineHistory {
        let file: HistoryFile = try #require(HistoryFile(environment))
        return LineHistory(file: file)
    }

    /// Lines that are added, and lines that are kept.
    static let additions: [(lines: [String], kept: [String])] = [
        (["a", "b"], ["a", "b"]), (["a", "a", "b", "a"], ["a", "b", "a"]), ([""], []), ([" a", "\ta"], []),
        (["a\nb"], []), ([String(repeating: "x", count: 5_000)], []), (["你好 🏳️‍🌈"], ["你好 🏳️‍🌈"]),
    ]

    @Test(arguments: additions) func `the history omits repeated, empty, indented, multi-line and too long lines`(
        _ row: (lines: [String], kept: [String])
    ) throws {
        try Self.with { folder, environment in
            var history = try Self.history(environment)
            for line in row.lines { history.add(line) }
            #expect(history.lines == row.kept)
            var next = try Self.history(environment)
            next.refresh()
            #expect(next.lines == row.kept)
        }
    }

    @Test func `the history file has the lines of all shells, and only the user can read it`() throws {
        try Self.with { folder, environment in
            var (first, second) = (try Self.history(environment), try Self.history(environment))
            first.add("one")
            second.add("two")
            first.refresh()
            #expect(first.lines == ["one", "two"])
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("state/switchboard/history"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `a line that is added while another shell locks the history file is written later`() throws {
        try Self.with { folder, environment in
            var history = try Self.history(environment)
            do {
                let place = try Descriptor(opening: folder.path("state/switchboard"), O_RDONLY | O_DIRECTORY)
                let lock = try FileLock("history.lock", in: place)
                let isHeld = lock.tryAlone()
                #expect(isHeld)
                history.add("one")
                history.refresh()
                #expect(history.lines == ["one"])
                withExtendedLifetime(lock) {}
            }
            history.add("two")
            try Condition.wait(for: "both lines") { HistoryFile(environment)?.read() == ["one", "two"] }
        }
    }

    @Test func `the history file gets a new line after a line that was cut off`() throws {
        try Self.with { folder, environment in
            let file = try #require(HistoryFile(environment))
            let path = folder.path("state/switchboard/history")
            try "one\ntw".write(toFile: path, atomically: false, encoding: .utf8)
            file.append("three")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntw\nthree\n")
        }
    }

    @Test(.ownThread) func `the history file has each line if many shells add lines simultaneously`() async throws {
        try await TemporaryFolder.with { folder in
            let environment = ["HOME": folder.path, "XDG_STATE_HOME": folder.path("state")]
            await withTaskGroup { group in
                for shell in 0..<4 {
                    group.addTask {
                        guard let file = HistoryFile(environment) else { return }
                        for number in 0..<50 { file.append("\(shell) \(number)") }
                    }
                }
            }
            try Condition.wait(for: "all lines") { Set(HistoryFile(environment)?.read() ?? []).count == 200 }
        }
    }

    @Test func `a long history file is cut to its newer half`() throws {
        try Self.with { folder, environment in
            let file = try #require(HistoryFile(environment))
            let line = String(repeating: "x", count: 1_000)
            for number in 0..<140 { file.append("\(number) \(line)") }
            let kept = try #require(file.read())
            #expect((60..<140).contains(kept.count))
            #expect(kept.last == "139 \(line)")
            #expect(try Data(contentsOf: URL(filePath: folder.path("state/switchboard/history"))).count <= 128 << 10)
        }
    }

    /// Runs a body with a file of numbered lines.
    private static func withFile(
        bytes: Int, _ body: (_ path: String, _ content: String, _ file: HistoryFile) throws -> Void
    ) throws {
        try Self.with { folder, environment in
            let file = try #require(HistoryFile(environment))
            let content = (0..<bytes / 1_000).map { "\($0) \(String(repeating: "x", count: 1_000))\n" }.joined()
            let path = folder.path("state/switchboard/history")
            try content.write(toFile: path, atomically: false, encoding: .utf8)
            try body(path, content, file)
        }
    }

    @Test func `a history file that is too long to be read is cut to its last lines`() throws {
        try Self.withFile(bytes: 600_000) { path, _, file in
            file.append("new")
            let kept = try #require(file.read())
            #expect(kept.suffix(2).map { $0.prefix(4) } == ["599 ", "new"])
            #expect(try Data(contentsOf: URL(filePath: path)).count <= 128 << 10)
        }
    }

    @Test func `a history file in a folder that others may write is not read or cut, and new lines are added`() throws {
        try Self.withFile(bytes: 150_000) { path, content, file in
            let folder = URL(filePath: path).deletingLastPathComponent().path
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
            file.append("new")
            #expect(file.read() == nil)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content + "new\n")
        }
    }

    @Test func `the history offers the newest line with the same beginning`() {
        var history = LineHistory()
        for line in ["open a", "open b", "call c", "open b"] { history.add(line) }
        #expect(history.hint(after: "open") == " b")
        #expect(history.hint(after: "open a") == nil)
        #expect(history.place(of: "open", before: 4) == 3)
        #expect(history.place(of: "open", before: 3) == 1)
        #expect(history.place(of: "x", before: 4) == nil)
    }
}
