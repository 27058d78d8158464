import ModuleTesting
import Testing

private struct Reference: Codable, Equatable { var id: Int }

private struct Search: Codable, Equatable {
    var id: Int
    var city: String?
    var tag: [String]?
}

private enum Kind: String, Codable, CaseIterable {
    struct Refusal: Error, Equatable {}

    case flat, house
}

private struct Typed: Module {
    static let info = ModuleInfo("Typed", "1.0", "Every form of a handler")

    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    /// Every form of a closure, with one line and with several; that they compile is half of the test.
    var routes: [Route] {
        Open("/open/nothing") { _ in Page("nothing") {} }
        Open("/open/ignored") { _ in Page("ignored") {} }
        Open("/open/request") { request in Page(request.parameters["a"] ?? "") {} }
        Open("/open/first") { Page($0.url.text) {} }
        Open("/open/lines") { request in
            let title: String = try request.parameters.value("a")
            return Page(title) {}
        }
        Open("/open/value/:id", taking: Reference.self) { reference in Page("\(reference.id)") {} }
        Open("/open/value/:id/lines", taking: Reference.self) { reference in
            let title = "\(reference.id)"
            return Page(title) {}
        }
        Open("/open/both/:id", taking: Reference.self, Request.self) { reference, request in
            Page("\(reference.id) \(request.parameters["extra"] ?? "")") {}
        }
        Open("/open/single/:id", taking: Int.self) { id in Page("single \(id)") {} }
        Open("/open/page(/:number)", taking: Int?.self) { number in Page("page \(number ?? 1)") {} }
        Open("/open/files/*path", taking: String.self) { path in Page(path) {} }
        Open("/open/kinds/:kind", taking: Kind.self, Request.self) { kind, request in
            Page("\(kind) \(request.parameters.items.count)") {}
        }
        Open("/open/several/:a/:b", taking: Int.self) { id in Page("\(id)") {} }
        Open("/open/none", taking: Int.self) { id in Page("\(id)") {} }
        Open("/open/function/:id", taking: Reference.self, handler: page)
        Call("/call/nothing") { _ in 1 }
        Call("/call/request") { request in request.parameters.items.count }
        Call("/call/lines") { request in
            let count = request.parameters.items.count
            return count
        }
        Call("/call/value/:id", taking: Search.self) { search in search }
        Call("/call/both/:id", taking: Search.self, Request.self) { search, request in
            [search.id, request.parameters.items.count]
        }
        Call("/call/list", taking: [Int].self) { numbers in numbers.reduce(0, +) }
        Call("/call/numbers/:id", taking: [Int].self) { numbers in numbers.count }
        Call("/call/single/:id", taking: Int.self) { id in id }
        Call("/call/void") { _ in }
        Call("/call/void/typed/:id", taking: Int.self) { id in if id > 9 { throw Kind.Refusal() } }
        Call("/call/void/both/:id", taking: Reference.self, Request.self) { reference, request in
            try await Task.sleep(for: .zero)
            if request.parameters["fails"] != nil { throw Kind.Refusal() }
        }
        Call("/call/on/:id", taking: Int.self) { id in try await context.call("app://call/void/typed/\(id)") }
        Call("/call/said") { _ in
            let count: Int = try await context.call("app://call/list", [1, 2])
            return count
        }
        Call("/call/text", taking: String.self) { text in text }
        Call("/call/function/:id", taking: Reference.self, handler: echo)
    }

    private func page(_ reference: Reference) async throws -> Page { Page("function \(reference.id)") {} }
    private func echo(_ reference: Reference) async -> Reference { reference }
}

@Suite(.timeLimit(.minutes(2))) struct `The closure of a route` {
    @Test(arguments: [
        ("nothing", "nothing"), ("ignored?a=1", "ignored"), ("request?a=1", "1"), ("first", "app://open/first"),
        ("lines?a=2", "2"), ("value/3", "3"), ("value/3/lines?id=4", "3"), ("both/5?extra=6", "5 6"),
        ("function/7", "function 7"), ("single/8", "single 8"), ("single/9?id=1&extra=2", "single 9"),
        ("page", "page 1"), ("page/2", "page 2"), ("files/a/b", "a/b"), ("kinds/flat?x=1", "flat 2"),
    ]) func `the closure of an open route receives the parameters of the URL`(_ path: String, _ title: String)
        async throws
    {
        let typed = try await ModuleHarness(Typed.self)
        try await typed.open(RouteURL("app://open/" + path))
        #expect(typed.page?.title == title)
    }

    @Test func `the closure of a call route receives the parameters of the URL and the body`() async throws {
        let typed = try await ModuleHarness(Typed.self)
        #expect(try await typed.call("app://call/nothing", as: Int.self) == 1)
        #expect(try await typed.call("app://call/request?a=1&b=2", as: Int.self) == 2)
        #expect(try await typed.call("app://call/lines?a=1", as: Int.self) == 1)
        #expect(try await typed.call("app://call/list", [1, 2], as: Int.self) == 3)
        #expect(try await typed.call("app://call/text?a=1", "b", as: String.self) == "b")
        #expect(try await typed.call("app://call/single/4", as: Int.self) == 4)
        #expect(try await typed.call("app://call/single/4", 5, as: Int.self) == 4)
        #expect(try await typed.call("app://call/both/1?x=2", as: [Int].self) == [1, 2])
        #expect(try await typed.call("app://call/function/8", as: Reference.self) == Reference(id: 8))
    }

    /// A call without a value, and whether its handler refuses.
    static let withoutValue: [(path: String, isRefused: Bool)] = [
        ("void", false), ("void/typed/9", false), ("void/typed/10", true), ("void/both/1", false),
        ("void/both/1?fails=1", true), ("on/9", false), ("on/10", true), ("text?a=1", true), ("nothing", false),
    ]

    @Test(arguments: withoutValue) func `a call without a value succeeds or fails as its handler does`(
        _ row: (path: String, isRefused: Bool)
    ) async throws {
        let typed = try await ModuleHarness(Typed.self)
        do {
            try await typed.call(RouteURL("app://call/" + row.path))
            #expect(!row.isRefused)
        } catch {
            #expect(row.isRefused, "\(error)")
        }
    }

    @Test func `a call infers the type of its value, and a call without a value returns null`() async throws {
        let typed = try await ModuleHarness(Typed.self)
        let count: Int = try await typed.call("app://call/said")
        #expect(count == 3)
        #expect(try await typed.call("app://call/void", as: Int?.self) == nil)
    }

    @Test func `path, body and query are merged into one value, in this order of precedence`() async throws {
        let typed = try await ModuleHarness(Typed.self)
        let fromURL = try await typed.call("app://call/value/1?city=a&tag=b", as: Search.self)
        #expect(fromURL == Search(id: 1, city: "a", tag: ["b"]))
        let body = ["city": "c"]
        let fromAll = try await typed.call("app://call/value/1?id=2&city=a&tag=b&tag=d", body, as: Search.self)
        #expect(fromAll == Search(id: 1, city: "c", tag: ["b", "d"]))
        let same = Search(id: 9, city: nil, tag: ["e"])
        #expect(
            try await typed.call("app://call/value/1?city=a", same, as: Search.self)
                == Search(id: 1, city: "a", tag: ["e"]))
    }

    @Test(arguments: ["app://open/value/x", "app://open/both/x", "app://open/function/x"])
    func `a path parameter of the wrong type is refused`(_ url: String) async throws {
        let typed = try await ModuleHarness(Typed.self)
        let fault = ParameterError.mistyped(name: "id", found: "x", expected: "Int")
        await #expect(throws: ParametersError([fault])) { try await typed.open(RouteURL(url)) }
        #expect(typed.commands.isEmpty)
    }

    /// A request for a route with a single value, and its fault.
    static let notSingle: [(url: String, fault: ParameterError)] = [
        ("app://open/single/x", .mistyped(name: "id", found: "x", expected: "Int")),
        ("app://open/page/x", .mistyped(name: "number", found: "x", expected: "Int")),
        (
            "app://open/several/1/2",
            .refused(name: "", found: nil, reason: "Int is one value, but the path has a, b, which need a struct")
        ),
        ("app://open/kinds/boat", .mistyped(name: "kind", found: "boat", expected: "one of: flat, house")),
        ("app://open/none", .missingBody(expected: "Int")),
        ("app://open/none?id=1", .missingBody(expected: "Int")),
    ]

    @Test(arguments: notSingle)
    func `a route with a single value reports a missing, ambiguous or mistyped parameter`(
        _ row: (url: String, fault: ParameterError)
    ) async throws {
        let typed = try await ModuleHarness(Typed.self)
        await #expect(throws: ParametersError([row.fault])) { try await typed.open(RouteURL(row.url)) }
    }

    @Test func `a list is taken only from the body`() async throws {
        let typed = try await ModuleHarness(Typed.self)
        await #expect(throws: ParametersError([.missingBody(expected: "[Int]")])) {
            try await typed.call("app://call/numbers/1", as: Int.self)
        }
    }

    @Test func `an error of a typed route names every faulty parameter`() async throws {
        let typed = try await ModuleHarness(Typed.self)
        let faults: [ParameterError] = [
            .mistyped(name: "id", found: "x", expected: "Int"),
            .mistypedInBody(name: "city", found: "5", expected: "String"),
        ]
        await #expect(throws: ParametersError(faults)) {
            try await typed.call("app://call/value/x", ["city": 5], as: Search.self)
        }
    }
}
