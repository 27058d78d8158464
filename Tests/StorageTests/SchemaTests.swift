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

    @Test func `a new optional property and a new index are added to the table`() async throws {
        try await with { folder in
            let open = try folder.open()
            let records = open.records(Versions.WithNote.self)
            #expect(try await records.all() == [Versions.WithNote(id: "a", price: 3, old: "x", note: nil)])
            try await records.insert(Versions.WithNote(id: "b", price: 4, note: "new"))
            #expect(try await records.where(\.note == "new").count() == 1)
        }
    }

    @Test func `other changes of a type are refused with both sets of columns`() async throws {
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

    // sqlite-net#125, getodk/collect#1252: the store of a later version.
    @Test func `a type that lacks columns of the table is refused, and the error mentions a later version`()
        async throws
    {
        try await with { folder in
            let open = try folder.open()
            try await open.records(Versions.WithNote.self).insert(Versions.WithNote(id: "b", price: 4, note: "new"))
            await open.close()
            let earlier = try folder.open()
            let error = try await #require(throws: StorageError.self) {
                try await earlier.records(Versions.First.self).insert(Versions.First(id: "c", price: 5))
            }
            #expect(error.code == .schema && error.description.contains("has columns that its type lacks: note TEXT?;"))
            #expect(error.description.contains("later version of the module"))
            await earlier.close()
            #expect(try await folder.open().records(Versions.WithNote.self).count() == 2)
        }
    }

    @Test func `records of an earlier type can be moved to a type with another table`() async throws {
        struct Moved: Record, Equatable {
            let id: String
            var rent: Int
        }
        try await with { folder in
            let open = try folder.open()
            let (earlier, moved) = (open.records(Versions.First.self), open.records(Moved.self))
            try await open.storage.transaction {
                try await moved.insert(earlier.all().map { Moved(id: $0.id, rent: $0.price) })
                try await earlier.delete()
            }
            #expect(try await moved.all() == [Moved(id: "a", rent: 3)])
            #expect(try await earlier.count() == 0)
        }
    }
}
