@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct `The settings of a module` {
    private enum Theme: String, Codable { case light, dark }

    @Test func `a setting keeps its value after a restart`() async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            let theme = try await first.storage.settings.value("theme", default: Theme.light)
            let sizes = try await first.storage.settings.value("sizes", default: [Int]())
            #expect(theme.value == .light)
            theme.value = .dark
            for number in 1...100 { sizes.update { $0.append(number) } }
            try await first.storage.settings.synchronize()
            let second = try folder.open()
            #expect(try await second.storage.settings.value("theme", default: Theme.light).value == .dark)
            #expect(try await second.storage.settings.value("sizes", default: [Int]()).value == Array(1...100))
            #expect(try await second.storage.settings.value("other", default: 3).value == 3)
        }
    }

    @Test func `a changed setting is written when the storage closes, and a default is not`() async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            let count = try await first.storage.settings.value("count", default: 0)
            _ = try await first.storage.settings.value("unchanged", default: "x")
            count.value = 7
            await first.close()
            #expect(try folder.contents(of: folder.settings) == Array(#"{"count":7}"#.utf8))
        }
    }

    @Test func `each call for a key returns the same live value, and another type is refused`() async throws {
        try await StorageFolder.with { folder in
            let settings = try folder.open().storage.settings
            let one = try await settings.value("a", default: 1)
            #expect(try await settings.value("a", default: 2) === one)
            await #expect {
                _ = try await settings.value("a", default: "text")
            } throws: { error in
                if case .setting("a", "String", _) = (error as? StorageError)?.reason { true } else { false }
            }
            for key in ["", String(repeating: "k", count: 129)] {
                await #expect {
                    _ = try await settings.value(key, default: 1)
                } throws: { error in
                    if case .invalidName = (error as? StorageError)?.reason { true } else { false }
                }
            }
        }
    }

    @Test func `a stored value of another type is refused and stays`() async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            try await first.storage.settings.value("a", default: "").value = "text"
            await first.close()
            let second = try folder.open()
            await #expect {
                _ = try await second.storage.settings.value("a", default: 1)
            } throws: { error in
                if case .setting("a", "Int", _) = (error as? StorageError)?.reason { true } else { false }
            }
            #expect(try await second.storage.settings.value("a", default: "").value == "text")
        }
    }

    @Test func `two hosts at the same time keep each other's settings`() async throws {
        try await StorageFolder.with { folder in
            let (one, other) = (try folder.open(), try folder.open())
            let (a, b) = (
                try await one.storage.settings.value("a", default: 0),
                try await other.storage.settings.value("b", default: 0)
            )
            (a.value, b.value) = (1, 2)
            await one.close()
            await other.close()
            #expect(try folder.contents(of: folder.settings) == Array(#"{"a":1,"b":2}"#.utf8))
        }
    }

    @Test func `a damaged file of settings is set aside`() async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            try await first.storage.settings.value("a", default: 0).value = 1
            await first.close()
            try folder.write(Array(#"{"a":"#.utf8), to: folder.settings)
            let reports = Mutex(0)
            let open = try folder.open { _ in reports.withLock { $0 += 1 } }
            #expect(try await open.storage.settings.value("a", default: 0).value == 0)
            #expect(try await open.storage.notices.count == 1)
            #expect(reports.withLock { $0 } == 1)
        }
    }

    @Test func `a value that JSON cannot represent is an error of the next synchronisation`() async throws {
        try await StorageFolder.with { folder in
            let settings = try folder.open().storage.settings
            let ratio = try await settings.value("ratio", default: 1.0)
            ratio.value = .nan
            await #expect {
                try await settings.synchronize()
            } throws: { error in
                if case .unwritable("the setting ratio", _) = (error as? StorageError)?.reason { true } else { false }
            }
            ratio.value = 2
            try await settings.synchronize()
        }
    }

    @Test func `the value that was set last is written, also if another host has changed it`() async throws {
        try await StorageFolder.with { folder in
            let (one, late) = (try folder.open(), try folder.open())
            let setting = try await one.storage.settings.value("a", default: 0)
            let unchanged = try await late.storage.settings.value("a", default: 0)
            setting.value = 1
            try await one.storage.settings.synchronize()
            let other = try folder.open()
            try await other.storage.settings.value("a", default: 0).value = 2
            try await other.storage.settings.synchronize()
            setting.value = 1
            try await one.storage.settings.synchronize()
            #expect(try folder.contents(of: folder.settings) == Array(#"{"a":1}"#.utf8))
            unchanged.value = 0
            try await late.storage.settings.synchronize()
            #expect(try folder.contents(of: folder.settings) == Array(#"{"a":0}"#.utf8))
        }
    }

    @Test func `a setting that is set to its default does not create a file`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.storage.settings.value("a", default: 0).value = 0
            await open.close()
            #expect(throws: (any Error).self) { try folder.contents(of: folder.settings) }
        }
    }
}
