@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Storage

/// Versions of one table.
private enum Versions {
    struct First: Record, Equatable {
        static let table = "Shop"
        let id: String
        var price: Int
        var old: String?
    }

    struct WithNote: Record, Equatable {
        static let table = "Shop"
        let id: String
        var price: Int
        var old: String?
        var note: String?
        static var indexes: [RecordIndex<WithNote>] { [RecordIndex(\.price)] }
    }

    struct Renamed: Record, Equatable {
        static let table = "Shop"
        let id: String
        var rent: Int
        static var indexes: [RecordIndex<Renamed>] { [RecordIndex(\.rent)] }
    }

    struct Retyped: Record {
        static let table = "Shop"
        let id: String
        var price: String
        var old: String?
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The tables of a module` {
    private func with(_ body: (StorageFolder) async throws -> Void) async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.records(Versions.First.self).insert(Versions.First(id: "a", price: 3, old: "x"))
            await open.close()
            try await body(folder)
        }
    }

    private static let migrations = [
        Migration(1) { tables in
            try await tables.renameColumn("price", of: "Shop", to: "rent")
            try await tables.dropColumn("old", of: "Shop")
        },
        Migration(4) { tables in try await tables.dropColumn("note", of: "Shop") },
    ]

    @Test func `a new optional property and a new index need no migration`() async throws {
        try await with { folder in
            let open = try folder.open()
            let records = open.records(Versions.WithNote.self)
            #expect(try await records.all() == [Versions.WithNote(id: "a", price: 3, old: "x", note: nil)])
            try await records.insert(Versions.WithNote(id: "b", price: 4, note: "new"))
            #expect(try await records.where(\.note == "new").count() == 1)
        }
    }

    @Test func `other changes without a migration are refused with both sets of columns`() async throws {
        try await with { folder in
            let open = try folder.open()
            let found = ["id TEXT", "price INTEGER", "old TEXT?"]
            await #expect(
                throws: StorageError(.schema(table: "Shop", found: found, expected: ["id TEXT", "rent INTEGER"]))
            ) {
                _ = try await open.records(Versions.Renamed.self).all()
            }
            await #expect(
                throws: StorageError(
                    .schema(
                        table: "Shop", found: found, expected: ["id TEXT", "price TEXT", "old TEXT?"]))
            ) { _ = try await open.records(Versions.Retyped.self).all() }
            #expect(try await open.records(Versions.First.self).count() == 1)
        }
    }

    @Test func `migrations run once, in order, and on tables that are absent too`() async throws {
        try await with { folder in
            for _ in 1...2 {
                let open = try folder.open()
                try await open.storage.migrate(Self.migrations)
                #expect(try await open.records(Versions.Renamed.self).all() == [Versions.Renamed(id: "a", rent: 3)])
                await open.close()
            }
            let fresh = try folder.open("Fresh")
            try await fresh.storage.migrate(Self.migrations)
            #expect(try await fresh.records(Versions.Renamed.self).count() == 0)
        }
    }

    @Test func `a migration changes records, and one that fails changes nothing`() async throws {
        struct Stop: Error {}
        try await with { folder in
            let open = try folder.open()
            let records = open.records(Versions.First.self)
            await #expect(throws: Stop.self) {
                try await open.storage.migrate([
                    Migration(1) { _ in try await records.upsert(Versions.First(id: "b", price: 1)) },
                    Migration(2) { tables in
                        try await tables.drop("Shop")
                        try await records.insert(Versions.First(id: "c", price: 1))
                        throw Stop()
                    },
                ])
            }
            #expect(try await records.sorted(by: \.id).all().map(\.id) == ["a", "b"])
            try await open.storage.migrate([
                Migration(1) { _ in throw Stop() },
                Migration(2) { tables in try await tables.rename("Shop", to: "Old") },
            ])
            #expect(try await records.count() == 0)
        }
    }

    @Test func `a column that is not there is named with those that are`() async throws {
        try await with { folder in
            let open = try folder.open()
            await #expect {
                try await open.storage.migrate([
                    Migration(1) { try await $0.renameColumn("cost", of: "Shop", to: "rent") }
                ])
            } throws: { error in
                "\(error)".contains("neither cost nor rent, only id, price, old")
            }
        }
    }

    @Test(arguments: [[0], [-1], [2, 1], [1, 1], [Int(Int32.max) + 1]])
    func `numbers out of order are refused`(_ numbers: [Int]) async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            await #expect {
                try await open.storage.migrate(numbers.map { Migration($0) { _ in } })
            } throws: { error in
                if case .migration = (error as? StorageError)?.reason { true } else { false }
            }
        }
    }

    @Test func `a file of a newer version is refused and stays as it is`() async throws {
        try await with { folder in
            let newer = try folder.open()
            try await newer.storage.migrate(Self.migrations)
            await newer.close()
            let before = try folder.contents(of: folder.records)
            let older = try folder.open()
            let expected = StorageError(.newerVersion(path: folder.records, found: 4, known: 1))
            await #expect(throws: expected) { try await older.storage.migrate([Migration(1) { _ in }]) }
            await #expect(throws: expected) { _ = try await older.records(Versions.First.self).all() }
            await older.close()
            #expect(try folder.contents(of: folder.records) == before)
        }
    }

    @Test func `a file that another start migrates further is not written any more`() async throws {
        try await with { folder in
            let older = try folder.open()
            let records = older.records(Versions.First.self)
            #expect(try await records.count() == 1)
            let newer = try folder.open()
            try await newer.storage.migrate([Migration(2) { _ in }])
            let expected = StorageError(.newerVersion(path: folder.records, found: 2, known: 0))
            let record = Versions.First(id: "b", price: 1)
            await #expect(throws: expected) { try await records.insert(record) }
            await #expect(throws: expected) { try await records.upsert([record, record]) }
            await #expect(throws: expected) { try await records.update(Versions.First(id: "a", price: 1)) }
            await #expect(throws: expected) { try await records.delete() }
            await #expect(throws: expected) { try await older.storage.transaction { try await records.delete() } }
            #expect(try await older.backend.isInTransaction == false)
            let present = newer.records(Versions.First.self)
            #expect(try await present.all() == [Versions.First(id: "a", price: 3, old: "x")])
            try await present.insert(record)
            #expect(try await records.count() == 2)
        }
    }
}
