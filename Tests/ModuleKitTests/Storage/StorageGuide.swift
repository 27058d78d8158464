import ModuleKit

/// The examples of `Documentation/Storage.md`, as a module that runs.
struct NotesModule: Module {
    static let info = ModuleInfo("Notes", "1.0", "The examples of a guide")

    struct Home: Record {
        let id: Int
        var city: String
        var rent: Double
        var note: String?
        static var indexes: [RecordIndex<Home>] { [RecordIndex(\.city, \.rent)] }
    }

    private let storage: Storage

    init(context: ModuleContext) { storage = context.storage }

    var routes: [Route] {
        Call("/notes/theme") { (_: Request) -> String in
            let theme = try await storage.settings.value("theme", default: "light")
            theme.value = "dark"
            try await storage.settings.synchronize()
            return theme.value
        }
        Call("/notes/token") { (_: Request) -> Bool in
            try await storage.secrets.write(Secret("hush"), to: "token")
            return try await storage.secrets.read("token") == Secret("hush")
        }
        Call("/notes/homes") { (_: Request) -> [Home] in
            let homes = storage.records(Home.self)
            try await homes.upsert([Home(id: 1, city: "上海", rent: 2_800), Home(id: 2, city: "上海", rent: 3_200)])
            return
                try await homes
                .where(\.rent <= 3_000 && \.city == "上海")
                .sorted(by: \.rent, .descending)
                .limit(20)
                .all()
        }
        Call("/notes/moved") { (_: Request) -> Int in
            let homes = storage.records(Home.self)
            try await storage.transaction {
                try await homes.where(\.id == 1).delete()
                try await homes.insert(Home(id: 3, city: "北京", rent: 1_000))
            }
            let cheap = try await homes.where(\.rent < 2_000).observed()
            try await homes.insert(Home(id: 4, city: "北京", rent: 900))
            return cheap.value.count
        }
    }
}
