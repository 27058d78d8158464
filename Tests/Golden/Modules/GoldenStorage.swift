// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// What two modules store: one in the host's process, one in a process of its own.
protocol StoringModule: Module {
    var context: ModuleContext { get }
}

/// A record of each kind of column.
struct GoldenHome: Record, Equatable {
    enum Kind: String, Codable, CaseIterable { case flat, house }

    struct Room: Codable, Equatable { let name: String, area: Double }

    let id: Int
    var city: String
    var rent: Double
    var isFree: Bool
    var kind: Kind
    var rooms: [Room]
    var image: [UInt8]
    var note: String?
    static var indexes: [RecordIndex<GoldenHome>] { [RecordIndex(\.city, \.rent)] }
}

/// The text of a setting, of a secret, and of all records.
struct Stored: Codable, Sendable { let theme: String, token: String, homes: [GoldenHome] }

/// The settings of the modules from outside.
struct GoldenSettings: Codable, Sendable { let greeting: String, limit: Int }

extension StoringModule {
    func write() async throws -> Int {
        let storage = context.storage
        try await storage.settings.value("theme", default: "light").value = "dark"
        try await storage.settings.synchronize()
        try await storage.secrets.write(Secret("hush"), to: "token")
        return try await storage.transaction {
            try await storage.records(GoldenHome.self).delete()
            try await storage.records(GoldenHome.self).insert([
                GoldenHome(
                    id: 1, city: "上海", rent: 7_200.5, isFree: true, kind: .flat,
                    rooms: [GoldenHome.Room(name: "kitchen", area: 9.5)], image: [0, 1, 255], note: nil),
                GoldenHome(
                    id: 2, city: "北京", rent: 2_000, isFree: false, kind: .house, rooms: [], image: [], note: "loud"),
            ])
            return try await storage.records(GoldenHome.self).count()
        }
    }

    func read() async throws -> Stored {
        let storage = context.storage
        return Stored(
            theme: try await storage.settings.value("theme", default: "light").value,
            token: try await storage.secrets.read("token") == Secret("hush") ? "as it was written" : "another",
            homes: try await storage.records(GoldenHome.self).sorted(by: \.id).all())
    }

    func dear() async throws -> [Int] {
        try await context.storage.records(GoldenHome.self).where(\.rent > 3_000 && \.kind == .flat).all().map(\.id)
    }

    func notices() async throws -> Int { try await context.storage.notices.count }

    func configured() throws -> GoldenSettings { try context.configuration() }
}

struct GoldenStorageModule: StoringModule {
    static let info = ModuleInfo("GoldenStorage", "1.0", "Stores")
        .settings(GoldenSettings(greeting: "Hello", limit: 3))

    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/golden-storage/write") { _ in try await write() }
        Call("/golden-storage/read") { _ in try await read() }
        Call("/golden-storage/dear") { _ in try await dear() }
        Call("/golden-storage/notices") { _ in try await notices() }
        Call("/golden-storage/configured") { _ in try configured() }
        Call("/golden-storage/caller") { (request: Request) in "\(request.origin)" }
    }
}

struct GoldenIsolatedModule: StoringModule {
    static let info = ModuleInfo("GoldenIsolated", "1.0", "Stores in a process of its own").isolated()

    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/golden-isolated/write") { _ in try await write() }
        Call("/golden-isolated/read") { _ in try await read() }
        Call("/golden-isolated/dear") { _ in try await dear() }
        Call("/golden-isolated/asks") { _ in try await context.call("app://golden-storage/caller", as: String.self) }
        Call(stream: "/golden-isolated/numbers") { _ in
            AsyncStream<Int> { continuation in
                for number in 1...3 { continuation.yield(number) }
                continuation.finish()
            }
        }
        Open("/golden-isolated/counter") { _ in Page("Isolated", showing: TallyModel()) }
        Open("/golden-isolated/closed") { (_: Request) throws -> Page in throw Closed() }
    }

    struct Closed: Error, CustomStringConvertible { let description = "it is closed; come back tomorrow" }
}

/// A live page in a process of its own.
final class TallyModel: ViewModel {
    enum Message: Codable { case add }

    private let count = Live(0)

    var content: [PageElement] {
        Field("Count", "\(count.value)")
        Action("One more", sending: .add)
    }

    func receive(_ message: Message) { count.update { $0 += 1 } }
}

@c(switchboard_v1_GoldenStorage)
public func switchboardGoldenStorage(_ host: HostPointer) -> CInt { GoldenStorageModule.export(to: host) }

@c(switchboard_v1_GoldenIsolated)
public func switchboardGoldenIsolated(_ host: HostPointer) -> CInt { GoldenIsolatedModule.export(to: host) }
