import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The report of a module's check` {
    @Test func `the report counts the routes that answer, and explains each missing answer`() async {
        let absence = "has no route; give --stub, or stubs in a test"
        let bare = await ModuleCheck.report(Asker.self)
        #expect(bare.faults == [])
        #expect((bare.asked, bare.answered) == (7, 1))
        #expect(
            bare.warnings.sorted() == [
                "route /asker/guarded did not answer the good request `open app://asker/guarded`: app://asker/guarded "
                    + "is "
                    + "refused by Asker's interceptor guard: it leads to app://asker/list first, and the page was not "
                    + "answered within 0 s; dismiss it, or choose one of its entries",
                "route /asker/homes could not be tried: its web service rent is unavailable; give --service or --stub, "
                    + "or "
                    + "stubs in a test",
                "route /asker/name could not be tried: app://bank/name \(absence)",
                "route /asker/refused did not answer the good request `call app://asker/refused`: Asker's route "
                    + "/asker/refused failed for app://asker/refused: it is refused; ask another time",
                "route /asker/taken did not answer the good request `call app://asker/taken`: an interceptor answered "
                    + "instead of "
                    + "the route",
                "route /asker/wrapped could not be tried: app://bank/name \(absence)",
            ])
        let stubs = ["https://rent.test/homes": Stub.value(2), "app://bank/name": .value("Lin")]
        let report = await ModuleCheck.report(Asker.self, stubs: stubs)
        #expect((report.asked, report.answered, report.warnings.count) == (7, 4, 3))
    }

    @Test func `the report warns of a page that does not read a parameter of its pattern`() async {
        let report = await ModuleCheck.report(Unread.self)
        #expect(report.faults == [])
        #expect((report.asked, report.answered) == (7, 7))
        let ends = [
            ("/unread/:locale/search", "`locale`, which Search does not read, and lacks its `q`"),
            ("/unread/at/:page<int>", "`page`, which Search does not read, and lacks its `q`"),
            ("/unread/of/:kind/:id", "`id`, which Note does not read, and lacks its `text`"),
        ].map {
            "route \($0): found that the pattern has \($1); expected a pattern with the "
                + "parameters that the input reads; rename one if both mean the same"
        }
        #expect(report.warnings.sorted() == ends)
    }

    @Test func `the report counts calls that take a list or a dictionary as answered`() async {
        let report = await ModuleCheck.report(Counter.self)
        #expect(report.faults == [] && report.warnings == [], "\(report)")
        #expect((report.asked, report.answered) == (2, 2))
    }

    @Test func `the report names a page's broken links to the module's routes`() async {
        let report = await ModuleCheck.report(Linked.self)
        #expect(report.faults == [])
        #expect(
            report.warnings == [
                "route /linked links to app://linked/hoems, which no route matches",
                "route /linked links to app//linked, which no route matches",
            ])
    }
}

/// Routes that answer although their inputs do not read all parameters of the patterns, but also the query or the body.
private struct Unread: Module {
    static let info = ModuleInfo("Unread", "1.0", "Reads less")
    init(context: ModuleContext) {}
    struct Search: Decodable, Sendable { let q: String }
    struct Note: Codable, Sendable { let text: String, mark: Int }
    var routes: [Route] {
        Open("/unread/:locale/search", taking: Search.self) { _ in Page("") {} }
        Open("/unread/at/:page<int>", taking: Search.self) { _ in Page("") {} }
        Open("/unread/of/:kind/:id", taking: Note.self) { _ in Page("") {} }
        Open("/unread/perhaps(/:page)", taking: Search.self) { _ in Page("") {} }
        Open("/unread/files/*rest", taking: Search.self) { _ in Page("") {} }
        Call("/unread/:home<int>/note", taking: Note.self) { note in note.text }
        Call("/unread/note/:home", taking: Search.self) { search in search.q }
    }
}

private struct Refused: Error, CustomStringConvertible { let description = "it is refused; ask another time" }

private struct Asker: Module {
    static let info = ModuleInfo("Asker", "1.0", "Asks others").webServices("rent")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    struct Homes: APICall {
        typealias Answer = Int
        let service = "rent"
        let path: RouteURL = "homes"
    }

    var routes: [Route] {
        Open("/asker/list") { _ in Page("") {} }
        Open("/asker/guarded") { _ in Page("") {} }
        Call("/asker/homes") { _ in try await context.send(Homes()) }
        Call("/asker/name") { _ in try await context.call("app://bank/name", as: String.self) }
        Call("/asker/taken") { _ in 1 }
        Call("/asker/refused") { (_: Request) throws -> Int in throw Refused() }
        Call("/asker/wrapped") { _ in
            do { return try await context.call("app://bank/name", as: String.self) } catch { throw Refused() }
        }
    }

    var interceptors: [Interceptor] {
        Interceptor("guard", on: "/asker/guarded") { _ in .detour(to: "app://asker/list") }
        Interceptor("taker", on: "/asker/taken") { _ in .answer(Response.value(Payload(2))) }
    }
}

private struct Linked: Module {
    static let info = ModuleInfo("Linked", "1.0", "Links")
    init(context: ModuleContext) {}
    var routes: [Route] {
        Open("/linked") { _ in
            Page("") {
                Link("Homes", to: "app://linked/homes")
                Link("Homes", to: "app://linked/hoems")
                Link("Homes", to: "app//linked")
                Link("Elsewhere", to: "app://elsewhere/homes")
                Link("Web", to: "https://m.example.com/linked")
            }
        }
        Open("/linked/homes") { _ in Page("") {} }
    }
}

private struct Counter: Module {
    static let info = ModuleInfo("Counter", "1.0", "Counts")
    init(context: ModuleContext) {}
    var routes: [Route] {
        Call("/counter/list", taking: [String].self) { names in names.count }
        Call("/counter/table", taking: [String: Int].self) { numbers in numbers.count }
    }
}
