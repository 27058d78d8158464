import Foundation
@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct `The records of a module` {
    private static let homes = [
        Home(id: 1, city: "上海", rent: 2_500, note: "quiet"),
        Home(id: 2, city: "上海", rent: 3_500.5, isFree: false, kind: .house, plan: [0, 255], tags: ["a", "b"]),
        Home(id: 3, city: "北京", rent: 3_000, place: .init(street: "x", floor: 3), size: 60),
        Home(id: 4, city: "北京", rent: 900, rooms: 255, note: "", size: 40),
    ]

    private func with(_ body: (OpenStorage) async throws -> Void) async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.records(Home.self).insert(Self.homes)
            try await body(open)
            await open.close()
        }
    }

    @Test func `records are read as they were stored, also after a restart`() async throws {
        try await StorageFolder.with { folder in
            let first = try folder.open()
            try await first.records(Home.self).insert(Self.homes)
            #expect(try await first.records(Home.self).sorted(by: \.id).all() == Self.homes)
            await first.close()
            let second = try folder.open()
            #expect(try await second.records(Home.self).sorted(by: \.id).all() == Self.homes)
            await second.close()
        }
    }

    @Test(
        arguments: [
            (\.rent <= 3_000 && \.city == "上海", [1]),
            (\.rent < 3_000, [1, 4]),
            (\.rent > 3_000 || \.rooms == 255, [2, 4]),
            (\.rent >= 3_000, [2, 3]),
            (!(\.city == "上海"), [3, 4]),
            (\.city != "上海", [3, 4]),
            (\.isFree == false, [2]),
            (\.kind == .house, [2]),
            (\.plan == [0, 255], [2]),
            (\.tags == ["a", "b"], [2]),
            (\.place == .init(street: "x", floor: 3), [3]),
            (\.note == nil, [2, 3]),
            (\.note != nil, [1, 4]),
            (\.note == "", [4]),
            (\.note != "quiet", [2, 3, 4]),
            (\.size < 50, [4]),
            (!(\.size < 50), [1, 2, 3]),
            (\.size >= 40 && \.size <= 60, [3, 4]),
            (\.id == 9, []),
        ] as [(RecordCondition<Home>, [Int])])
    func `a condition selects the records that satisfy it`(_ condition: RecordCondition<Home>, _ ids: [Int])
        async throws
    {
        try await with { open async throws in
            let records = open.records(Home.self).where(condition)
            #expect(try await records.sorted(by: \.id).all().map(\.id) == ids)
            #expect(try await records.count() == ids.count)
            #expect(try await records.delete() == ids.count)
            #expect(try await open.records(Home.self).count() == Self.homes.count - ids.count)
        }
    }

    @Test func `records are sorted by several columns, limited and skipped`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            let sorted = records.sorted(by: \.city).sorted(by: \.rent, .descending)
            #expect(try await sorted.all().map(\.id) == [2, 1, 3, 4])
            #expect(try await sorted.limit(2, skipping: 1).all().map(\.id) == [1, 3])
            #expect(try await sorted.limit(0).all().isEmpty)
            #expect(try await sorted.limit(-1).count() == 0)
            #expect(try await sorted.first()?.id == 2)
            #expect(try await sorted.limit(1).delete() == 1)
            #expect(try await sorted.first()?.id == 1)
            #expect(try await records.where(\.city == "上海").where(\.rent < 3_000).count() == 1)
        }
    }

    @Test func `a record is updated, replaced and inserted by its id`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            let changed = Home(id: 1, city: "广州")
            #expect(try await records.update(changed))
            #expect(try await records.where(\.id == 1).all() == [changed])
            #expect(try await records.update(Home(id: 9)) == false)
            await #expect(throws: StorageError(.duplicate(table: "Home"))) { try await records.insert(Home(id: 1)) }
            try await records.upsert([Home(id: 1, city: "深圳"), Home(id: 10)])
            #expect(try await records.where(\.id == 1).first()?.city == "深圳")
            #expect(try await records.count() == 5)
            // All records are inserted, or none.
            await #expect(throws: StorageError(.duplicate(table: "Home"))) {
                try await records.insert([Home(id: 20), Home(id: 2)])
            }
            #expect(try await records.where(\.id == 20).count() == 0)
        }
    }

    struct Word: Record, Equatable { var id: String; var text: String? }

    @Test(arguments: [
        "'; DROP TABLE Word; --", "\"", "\\", "a\u{0}b", "", " ", "NULL", "?1", ":id", "上海", "e\u{301}", "é",
        "👩‍👩‍👧", "\u{FEFF}", "a\nb", "%", "_", "1", "1e400", String(repeating: "x", count: 100_000),
    ])
    func `SQL in a value is stored as a value`(_ text: String) async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            let records = open.records(Word.self)
            try await records.insert([Word(id: text, text: text), Word(id: text + "?", text: nil)])
            let found = try await records.where(\.text == text && \.id == text).all()
            #expect(found.count == 1)
            #expect(found.first.map { Array($0.id.utf8) } == Array(text.utf8))
            #expect(found.first?.text.map { Array($0.utf8) } == Array(text.utf8))
            #expect(try await records.count() == 2)
            await open.close()
        }
    }

    struct Numbers: Record, Equatable {
        var id: Int64
        var small: Int8 = .min
        var large: UInt64 = 0
        var float: Float = 0
        var double: Double = 0
    }

    @Test func `numbers keep their values, and a number that SQLite cannot store is refused`() async throws {
        try await StorageFolder.with { folder in
            let records = try folder.open().records(Numbers.self)
            let numbers = [
                Numbers(id: .min, large: UInt64(Int64.max), float: .infinity, double: .leastNonzeroMagnitude),
                Numbers(id: .max, small: .max, float: 0.1, double: -.infinity),
                Numbers(id: 0, double: -0.0), Numbers(id: 1, double: 1e308),
            ]
            try await records.insert(numbers)
            #expect(try await Set(records.all().map(\.double)) == Set(numbers.map(\.double)))
            #expect(try await records.where(\.id == .min).all() == [numbers[0]])
            #expect(try await records.where(\.float == 0.1).all() == [numbers[1]])
            for bad in [Numbers(id: 5, large: .max), Numbers(id: 5, double: .nan), Numbers(id: 5, float: .nan)] {
                await #expect {
                    try await records.insert(bad)
                } throws: { error in
                    guard case .unwritable(let column, _) = (error as? StorageError)?.reason else { return false }
                    return column.hasPrefix("Numbers.")
                }
            }
            #expect(try await records.count() == 4)
        }
    }

    @Test func `a key path that is not a stored property is refused with its name`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            for condition in [\.label == "x", \.city.count == 2, \.place.street == "x"] as [RecordCondition<Home>] {
                await #expect {
                    _ = try await records.where(condition).all()
                } throws: { error in
                    guard case .column("Home", let keyPath, _) = (error as? StorageError)?.reason else { return false }
                    return keyPath.contains("Home")
                }
            }
            await #expect(throws: (any Error).self) { _ = try await records.sorted(by: \.tags).all() }
        }
    }

    struct NoID: Record { var name: String; var id: String { name } }
    struct MaybeID: Record { var id: Int? }
    struct Hiding: Record {
        var id: Int
        var hidden = 1
        enum CodingKeys: CodingKey { case id }
    }
    struct Renamed: Record {
        var id: Int
        var rent: Int
        enum CodingKeys: String, CodingKey { case id, rent = "monthly" }
    }
    final class Shared: Record { let id: Int; init(id: Int) { self.id = id } }
    enum Choice: Record { case one; var id: Int { 1 } }
    struct Cases: Record {
        var id: Int
        var rentA = 1
        var renta = 2
    }

    @Test func `a type that cannot be a record is refused with the reason`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            func reason<Kind: Record>(_ record: Kind) async -> String {
                do {
                    try await open.records(Kind.self).insert(record)
                    return ""
                } catch {
                    return "\(error)"
                }
            }
            #expect(await reason(NoID(name: "x")).contains("no stored property `id`"))
            #expect(await reason(MaybeID(id: 1)).contains("no stored property `id`"))
            #expect(await reason(Hiding(id: 1)).contains("Hiding.hidden"))
            #expect(await reason(Renamed(id: 1, rent: 2)).contains("coding key monthly"))
            #expect(await reason(Shared(id: 1)).contains("it is not a struct"))
            #expect(await reason(Cases(id: 1)).contains("differ only in case"))
        }
    }

    @Test func `an observed query follows the commits of the process`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            let cheap = try await records.where(\.rent < 3_000).sorted(by: \.id).observed()
            #expect(cheap.value.map(\.id) == [1, 4])
            try await records.insert(Home(id: 5, rent: 1))
            #expect(cheap.value.map(\.id) == [1, 4, 5])
            try await open.storage.transaction {
                try await records.where(\.id == 4).delete()
                #expect(cheap.value.map(\.id) == [1, 4, 5])
            }
            #expect(cheap.value.map(\.id) == [1, 5])
            struct Stop: Error {}
            await #expect(throws: Stop.self) {
                try await open.storage.transaction {
                    try await records.delete()
                    throw Stop()
                }
            }
            #expect(cheap.value.map(\.id) == [1, 5])
        }
    }

    @Test func `an observed query shows the commits of another process after the next operation`() async throws {
        try await StorageFolder.with { folder in
            let (open, other) = (try folder.open(), try folder.open())
            let records = open.records(Home.self)
            try await records.insert(Home(id: 1))
            let cheap = try await records.where(\.rent < 5_000).sorted(by: \.id).observed()
            let changes = Mutex(0)
            let binding = cheap.bind { _ in changes.withLock { $0 += 1 } }
            _ = try await records.count()
            #expect(changes.withLock(\.self) == 1, "nothing was committed")
            try await other.records(Home.self).insert(Home(id: 2))
            #expect(try await records.where(\.id == 9).count() == 0)
            #expect(cheap.value.map(\.id) == [1, 2])
            try await other.records(Home.self).where(\.id == 1).delete()
            await #expect(throws: StorageError(.duplicate(table: "Home"))) { try await records.insert(Home(id: 2)) }
            #expect(cheap.value.map(\.id) == [2])
            struct Stop: Error {}
            try await other.records(Home.self).insert(Home(id: 3))
            await #expect(throws: Stop.self) { try await open.storage.transaction { throw Stop() } }
            #expect(cheap.value.map(\.id) == [2, 3])
            withExtendedLifetime(binding) {}
        }
    }

    struct Coded: Record, Equatable {
        var id: UUID
        var url = URL(filePath: "/tmp/a b")
        var data = Data([0, 255])
        var price = Decimal(string: "12.34")
        var day = Date(timeIntervalSince1970: 1.5)
        var days = [Date(timeIntervalSince1970: 2)]
        var names: [String: Int] = ["上海": 1, "a": 2]
        var nested: [[Int?]] = [[1, nil], []]
    }

    @Test func `types with their own encoding are read back, and can be compared in a condition`() async throws {
        try await StorageFolder.with { folder in
            let records = try folder.open().records(Coded.self)
            let coded = Coded(id: UUID())
            try await records.insert([coded, Coded(id: UUID(), price: nil)])
            let same: RecordCondition<Coded> = \.id == coded.id && \.url == coded.url && \.data == coded.data
            #expect(try await records.where(same && \.day <= coded.day && \.names == coded.names).all() == [coded])
            #expect(try await records.where(\.price == nil).count() == 1)
        }
    }

    @Test func `tables with the same name in two modules are separate`() async throws {
        try await StorageFolder.with { folder in
            let (one, other) = (try folder.open("One"), try folder.open("Two"))
            try await one.records(Home.self).insert(Home(id: 1))
            #expect(try await other.records(Home.self).count() == 0)
            try await other.records(Home.self).insert(Home(id: 1, city: "other"))
            #expect(try await one.records(Home.self).first()?.city == "上海")
        }
    }
}
