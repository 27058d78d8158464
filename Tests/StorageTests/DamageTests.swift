import Foundation
import Glibc
@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct `Records whose file cannot be used` {
    @Test(arguments: ["", "no database at all, but some text that is longer than a header of SQLite is: "])
    func `a damaged file is set aside and reported, and the module starts empty`(_ text: String) async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            try await first.records(Home.self).insert(Home(id: 1))
            await first.close()
            let bytes = try folder.contents(of: folder.records)
            // The first page has the schema.
            let damaged =
                text.isEmpty
                ? Array(bytes.prefix(100)) + Array(repeating: 7, count: bytes.count - 100) : Array(text.utf8)
            try folder.write(damaged, to: folder.records)

            let reports = Mutex<[String]>([])
            let open = try folder.open { text in reports.withLock { $0.append(text) } }
            #expect(try await open.records(Home.self).count() == 0)
            let notices = try await open.storage.notices
            guard case .setAside(let file, let other, _)? = notices.first else {
                Issue.record("\(notices)")
                return
            }
            #expect(notices.count == 1)
            #expect(file == folder.records)
            #expect(other.hasPrefix(folder.records + ".damaged-"))
            #expect(try folder.contents(of: other) == damaged)
            #expect(reports.withLock { $0 } == ["Test: \(notices[0])"])
            try await open.records(Home.self).insert(Home(id: 2))
            await open.close()
            #expect(try await folder.open().records(Home.self).all().map(\.id) == [2])
        }
    }

    @Test(arguments: [0, 1, 15, 16, 100, 511, 512, 4_095]) func `a truncated file is set aside with its log`(
        _ length: Int
    ) async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            try await first.records(Home.self).insert(Home(id: 1))
            await first.close()
            try folder.write(Array(try folder.contents(of: folder.records).prefix(length)), to: folder.records)
            try folder.write([7], to: folder.records + "-wal")
            let open = try folder.open()
            #expect(try await open.records(Home.self).count() == 0)
            let notices = try await open.storage.notices
            guard case .setAside(folder.records, let other, let reason)? = notices.first, notices.count == 1 else {
                Issue.record("\(notices)")
                return
            }
            #expect(try folder.contents(of: other).count == length)
            // Without a first page, SQLite would delete the log.
            if length <= 1 { #expect(try folder.contents(of: other + "-wal") == [7]) }
            #expect("\(notices[0])".contains("restore the file from a backup, or delete it"))
            #expect((reason == "it has no content") == (length <= 1))
        }
    }

    @Test func `a new file is complete when it appears, also after a host that was killed before`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.storage.secrets.write(Secret("x"), to: "a")
            // A host that was killed before it renamed the new file leaves this file.
            try folder.write([], to: folder.path + "/Test/.new")
            #expect(try await open.records(Home.self).count() == 0)
            await open.close()
            let made = try folder.contents(of: folder.records)
            #expect(made.count >= 4_096 && folder.mode(folder.records) == 0o600)
            let next = try folder.open()
            try await next.records(Home.self).insert(Home(id: 1))
            #expect(try await next.storage.notices.isEmpty)
            await next.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Test")
            #expect(Set(names).isSubset(of: [".lock", "secrets", "records.sqlite"]), "\(names)")
        }
    }

    @Test func `damage that an operation finds is one error, and the next operation starts empty`() async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            try await first.records(Home.self).insert((1...2_000).map { Home(id: $0) })
            await first.close()
            var bytes = try folder.contents(of: folder.records)
            for place in bytes.indices where place >= 16_384 { bytes[place] = 7 }
            try folder.write(bytes, to: folder.records)
            let open = try folder.open()
            await #expect {
                _ = try await open.records(Home.self).all()
            } throws: { error in
                if case .damaged(folder.records, _) = (error as? StorageError)?.reason { true } else { false }
            }
            #expect(try await open.records(Home.self).count() == 0)
            #expect(try await open.storage.notices.count == 1)
        }
    }

    @Test func `a full disk is one error, and committed records stay`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            let records = open.records(Home.self)
            try await records.insert(Home(id: 1))
            try await open.backend.limitPages(to: 20)
            let large = (2...400).map { Home(id: $0, note: String(repeating: "x", count: 1_000)) }
            await #expect(throws: StorageError(.full(path: folder.records))) { try await records.insert(large) }
            #expect(try await records.all().map(\.id) == [1])
            await #expect(throws: StorageError(.full(path: folder.records))) {
                try await open.storage.transaction {
                    try await records.insert(Home(id: 2))
                    try await records.insert(large.map { Home(id: $0.id + 1_000, note: $0.note) })
                }
            }
            #expect(try await records.all().map(\.id) == [1])
            // If a closure hides the error, half of its changes must not be committed.
            await #expect(throws: StorageError(.transactionOver)) {
                try await open.storage.transaction {
                    try await records.insert(Home(id: 2))
                    for home in large { try? await records.insert(Home(id: home.id + 1_000, note: home.note)) }
                    if try await open.backend.isInTransaction { throw StorageError(.transactionOver) }
                }
            }
            #expect(try await records.all().map(\.id) == [1])
            try await open.backend.limitPages(to: 10_000)
            try await records.insert(large)
            #expect(try await records.count() == 400)
        }
    }

    @Test func `a missing SQLite is one error that names the package`() {
        #expect {
            _ = try SQLiteLibrary(path: "\(TemporaryFolder.absent)/libsqlite3.so.0")
        } throws: { error in
            "\(error)".contains("No such file or directory") && "\(error)".contains("apt install libsqlite3-0")
        }
        #expect {
            _ = try SQLiteLibrary(path: BuildProducts.path("libModuleKit.so"))
        } throws: { error in
            "\(error)".contains("sqlite3_libversion_number")
        }
    }

    @Test func `a symbolic link instead of the file is refused`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.storage.secrets.write(Secret("x"), to: "a")
            symlink("/etc/passwd", folder.records)
            await #expect {
                _ = try await open.records(Home.self).count()
            } throws: { error in
                "\(error)".contains("it is a symbolic link")
            }
        }
    }
}
