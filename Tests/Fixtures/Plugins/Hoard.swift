// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Stores little, or more than the disk's space, and holds a transaction while other hosts want to write.
struct HoardModule: Module {
    static let info = ModuleInfo("Hoard", "1.0", "Keeps too much")

    struct Item: Record {
        let id: Int
        let text: String
    }

    private let storage: Storage

    init(context: ModuleContext) { storage = context.storage }

    var routes: [Route] {
        Call("/hoard/content") { _ in try await content() }
        Call("/hoard/add/:id<uint>", taking: ItemID.self, access: .modules) { item in
            try await storage.records(Item.self).insert(Item(id: item.id, text: "small"))
            return "added"
        }
        Call("/hoard/store/:kind<one(secret,setting,records)>/:size<uint>", taking: Order.self, access: .modules) {
            want in
            try await store(want.kind, size: want.size)
            return "stored"
        }
        Call("/hoard/hold", access: .modules) { _ in
            try await hold()
            return "held"
        }
    }

    struct ItemID: Codable, Sendable { let id: Int }

    struct Order: Codable, Sendable {
        let kind: String
        let size: Int
    }

    /// The sizes of the secret and the setting, and the numbers of the records.
    private func content() async throws -> [String] {
        let secret = try await storage.secrets.read("key")?.bytes.count ?? 0
        let setting = try await storage.settings.value("theme", default: "").value.count
        let items = try await storage.records(Item.self).sorted(by: \.id).all().map(\.id)
        return ["\(secret)", "\(setting)", "\(items)"]
    }

    private func store(_ kind: String, size: Int) async throws {
        switch kind {
        case "secret": try await storage.secrets.write(Secret(bytes: Array(repeating: 7, count: size)), to: "key")
        case "setting":
            try await storage.settings.value("theme", default: "").value = String(repeating: "x", count: size)
            try await storage.settings.synchronize()
        default:
            let text = String(repeating: "x", count: 1_000)
            try await storage.transaction {
                for id in 1_000..<1_000 + size / 1_000 {
                    try await storage.records(Item.self).upsert(Item(id: id, text: text))
                }
            }
        }
    }

    private static func path(_ variable: String) -> String { getenv(variable).map { String(cString: $0) } ?? "" }

    /// Holds a transaction with a change until a file exists, and creates another file when it begins to hold.
    private func hold() async throws {
        let (held, release) = (Self.path("HOARD_HELD"), Self.path("HOARD_RELEASE"))
        try await storage.transaction {
            try await storage.records(Item.self).insert(Item(id: 2, text: "held"))
            close(open(held, O_WRONLY | O_CREAT, 0o600))
            while access(release, F_OK) != 0 { try await Task.sleep(for: .milliseconds(10)) }
        }
    }
}

@c(switchboard_v1_Hoard)
public func switchboardHoard(_ host: HostPointer) -> CInt { HoardModule.export(to: host) }
