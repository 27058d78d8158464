@_spi(Host) import ModuleKit
import Testing

@Suite struct `The most specific pattern answers` {
    static let rows: [(url: String, answer: String)] = [
        ("app://rent/list", "/rent/list"),
        ("app://rent/42", "/rent/:id id=42"),
        ("/rent/42", "/rent/:id id=42"),
        ("other://rent/42/", "/rent/:id id=42"),
        ("app://rent/list/photo", "/rent/:id/photo id=list"),
        ("app://rent/42/photo", "/rent/:id/photo id=42"),
        ("app://rent/42/floor/plan", "/rent/*path path=42/floor/plan"),
        ("app://rent/list/floor", "/rent/*path path=list/floor"),
        ("app://rent/a%2Fb", "/rent/:id id=a/b"),
        ("app://rent/42?id=7&max=900", "/rent/:id id=42 id=7 max=900"),
        ("special://rent/42", "special://rent/:number number=42"),
        ("special://rent/list", "special://rent/:number number=list"),
        ("https://m.example.com/rent/1", "https://m.example.com/rent/:id id=1"),
        ("https://M.EXAMPLE.com/rent/1", "https://m.example.com/rent/:id id=1"),
        ("app://", "/"),
    ]

    @Test(arguments: rows) func `whatever the order of registration`(_ row: (url: String, answer: String)) async throws
    {
        let patterns = [
            "/rent/*path", "/rent/:id", "/rent/:id/photo", "/rent/list", "/", "special://rent/:number",
            "https://m.example.com/rent/:id",
        ]
        for order in [patterns, patterns.reversed()] {
            let board = try Board()
            try board.mediator.register(order.map(Board.echo), owner: "Rent")
            #expect(try await board.call(row.url) == row.answer)
        }
    }

    @Test(arguments: [
        "app://rent", "app://Rent/list", "https://m.example.com/rent/list", "https://other.com/rent/1",
        "http://m.example.com/rent/1",
    ]) func `and none for what no pattern says`(_ url: String) async throws {
        let board = try Board("/rent/list", "https://m.example.com/rent/x/:id")
        await #expect {
            try await board.call(url)
        } throws: { error in
            if case RequestError.noRoute(url, _, _) = error { true } else { false }
        }
    }

    @Test func `and a branch that ends dead gives way to the next`() async throws {
        let board = try Board("/a/b/c", "/a/:x/d", "/:y/b/e", "/*rest")
        #expect(try await board.call("/a/b/c") == "/a/b/c")
        #expect(try await board.call("/a/b/d") == "/a/:x/d x=b")
        #expect(try await board.call("/a/b/e") == "/:y/b/e y=a")
        #expect(try await board.call("/a/b/f") == "/*rest rest=a/b/f")
    }
}
