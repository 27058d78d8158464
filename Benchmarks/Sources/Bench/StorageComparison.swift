import Glibc
@_spi(Host) import ModuleKit
import SQLiteFloor

/// Compares records with the C functions of SQLite, alternately in one process: insertions in one transaction, and
/// queries by an index whose rows become structs.
struct StorageComparison {
    struct Home: Record {
        let id: Int
        var city: String
        var rent: Double
        var rooms: Int
        var isFree: Bool
        var note: String?
        static var indexes: [RecordIndex<Home>] { [RecordIndex(\.city, \.rent)] }
    }

    private static let count = 20_000
    private static let cities = 100
    private static let queries = 2_000
    private static let rounds = 7

    private let records: Records<Home>
    private let homes = (0..<count).map { number in
        Home(
            id: number, city: "city number \(number % cities)", rent: Double(number), rooms: number % 9,
            isFree: number % 2 == 0, note: number % 3 == 0 ? nil : "a note of some length, \(number)")
    }
    /// The homes in the form for C; they live as long as the process.
    private let rows: UnsafeMutablePointer<SQLiteFloorHome>

    static func run(on host: Host) async throws {
        let opened = try factory(StorageFactory.self, host.products + "/libStorage.so", "switchboard_storage_v1")
        let backend = try opened.make(StorageSetup(module: "Benchmark", folder: host.folder + "/records"))
        let comparison = Self(Storage(StorageSource { backend }))
        _ = try await comparison.records.count()
        guard sqlite_floor_open(host.folder + "/floor.sqlite") == 0 else { throw Fault("SQLite is not there") }
        try await comparison.run()
    }

    private init(_ storage: Storage) {
        records = storage.records(Home.self)
        rows = .allocate(capacity: homes.count)
        for (place, home) in homes.enumerated() {
            let row = SQLiteFloorHome(
                id: home.id, city: strdup(home.city), rent: home.rent, rooms: home.rooms,
                is_free: home.isFree ? 1 : 0, note: home.note.flatMap { strdup($0) })
            (rows + place).initialize(to: row)
        }
    }

    private func run() async throws {
        var times: [[Double]] = [[], [], [], []]
        for _ in 0..<Self.rounds {
            _ = try await records.delete()
            guard sqlite_floor_clear() == 0 else { throw Fault("the rows cannot be removed") }
            times[0].append(try await Self.seconds { try await records.insert(homes) })
            times[1].append(await Self.seconds { _ = sqlite_floor_insert(rows, homes.count) })
            times[2].append(try await Self.seconds { try await read() })
            times[3].append(try await Self.seconds { try readFloor() })
        }
        let rowCount = Self.queries * Self.count / Self.cities / 2
        Self.report("inserts in a transaction", times[0], times[1], per: Self.count)
        Self.report("rows read by an index", times[2], times[3], per: rowCount)
    }

    /// Requests half of the homes of each city.
    private func read() async throws {
        let rent = Double(Self.count / 2)
        for number in 0..<Self.queries {
            let city = "city number \(number % Self.cities)"
            let found = try await records.where(\.city == city && \.rent < rent).sorted(by: \.rent).all()
            guard found.count == Self.count / Self.cities / 2 else { throw Fault("\(found.count) rows") }
        }
    }

    private func readFloor() throws {
        let (rent, capacity) = (Double(Self.count / 2) - 0.5, Self.count)
        let found = UnsafeMutablePointer<SQLiteFloorHome>.allocate(capacity: capacity)
        defer { found.deallocate() }
        for number in 0..<Self.queries {
            let count = sqlite_floor_read("city number \(number % Self.cities)", rent, found, capacity)
            guard count == Self.count / Self.cities / 2 else { throw Fault("\(count) rows") }
            sqlite_floor_free(found, count)
        }
    }

    private static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    private static func report(_ name: String, _ own: [Double], _ floor: [Double], per count: Int) {
        let (own, floor) = (own.median, floor.median)
        let ratio = (own / floor * 100).rounded() / 100
        print(
            "\(name): \(Int(own / Double(count) * 1e9)) ns, in C \(Int(floor / Double(count) * 1e9)) ns, ratio \(ratio)"
        )
    }
}
