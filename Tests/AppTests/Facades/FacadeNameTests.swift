@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The names of a façade` {
    /// A pattern of the module Rent, and its function.
    static let rows: [(pattern: String, function: String)] = [
        ("/rent", "index()"),
        ("/rent/list", "list()"),
        ("/rent/list/new", "listNew()"),
        ("/rent/:id", "item(id: String)"),
        ("/rent/:id<int>", "item(id: Int)"),
        ("/rent/:id<uint>/photos", "photos(id: UInt)"),
        ("/rent/at/:a<double>/:b<bool>", "at(a: Double, b: Bool)"),
        ("/rent/by/:a<uuid>/:b<slug>", "by(a: String, b: String)"),
        ("/rent/:kind<one(flat,house)>", "item(kind: ItemKind)"),
        ("/rent/the(/foo/:a<int>)(/bar/:b)", "the(a: Int? = nil, b: String? = nil)"),
        ("/rent/docs/*path", "docs(path: String)"),
        ("/rent/docs/*path?", "docs(path: String? = nil)"),
        ("/rent/file/:name.json", "file(name: String)"),
        ("/rent/class/:for", "`class`(for forValue: String)"),
        ("/rent/init/:in", "`init`(in inValue: String)"),
        ("/rent/self/:self", "selfRoute(self selfValue: String)"),
        ("/rent/context/:context", "context(context: String)"),
        ("/rent/2d/:x", "route2d(x: String)"),
        ("/rent/x/:2d", "x(value2d: String)"),
        ("/rent/x/:inout/:let/:var", "x(inoutValue: String, letValue: String, varValue: String)"),
        ("/rent/x/:query/:as", "x(queryValue: String, as asValue: String)"),
        ("/rent/x/:for/:forValue", "x(for forValue: String, forValue forValueValue: String)"),
        ("/rent/x/:a_b/:aB", "x(aB: String, aB2: String)"),
        ("/rent/x/:_", "x(value: String)"),
        ("/rent/列表/:城市", "列表(城市: String)"),
        ("/rent/a-b_c.d%20e/%22", "aBCDE()"),
        ("/rent/%F0%9F%8F%A0", "index()"),
        ("/rent/HTTPList/URL", "httpListURL()"),
        ("/RENT/List", "list()"),
        ("app://rent/list", "list()"),
        ("https://m.example.com/rent/list", "list()"),
        ("/homes/list", "homesList()"),
        ("/:a/rent", "rent(a: String)"),
        ("/", "index()"),
    ]

    @Test(arguments: rows) func `a façade names a function by the pattern's literals and types its parameters`(
        _ row: (pattern: String, function: String)
    ) throws {
        let found = try FacadeSample.references("Rent") { Open(row.pattern) { _ in Page("") {} } }
        #expect(found == ["\(row.function) = \(row.pattern)"])
    }

    @Test func `a façade uses the name that the author gave to a route`() throws {
        let names = ["detail", "my detail", "Detail", "for", "2", "--", "self"]
        let found = try names.flatMap { name in
            try FacadeSample.references("Rent") { Open("/rent/x") { _ in Page("") {} }.named(name) }
        }
        let expected = ["detail", "myDetail", "detail", "`for`", "route2", "x", "selfRoute"]
        #expect(found == expected.map { "\($0)() = /rent/x" })
    }

    @Test func `a façade gives different names to routes if one call could mean both`() throws {
        let found = try FacadeSample.references("Rent") {
            Open("/rent/login") { _ in Page("") {} }
            Open("/rent/login/:user") { _ in Page("") {} }
            Open("/rent/a/:x/b") { _ in Page("") {} }
            Open("/rent/a/b/:x") { _ in Page("") {} }
            Open("/rent/file/:name.json") { _ in Page("") {} }
            Open("/rent/file/:name.xml") { _ in Page("") {} }
            Open("/rent/:id<int>") { _ in Page("") {} }
            Open("/rent/:id<uuid>") { _ in Page("") {} }
            Open("/rent/same") { _ in Page("") {} }
            Call("/rent/same") { _ in 1 }.priority(1)
            Open("/rent/twice") { _ in Page("") {} }
            Open("/rent/twice") { _ in Page("") {} }.priority(1)
            Open("/rent/detail") { _ in Page("") {} }
            Open("/rent/other") { _ in Page("") {} }.named("detail")
            Open("/rent/with(/:a)") { _ in Page("") {} }
            Open("/rent/with") { _ in Page("") {} }.priority(2)
        }
        #expect(
            found == [
                "item(id: Int) = /rent/:id<int>",
                "item2(id: String) = /rent/:id<uuid>",
                "aB(x: String) = /rent/a/:x/b",
                "aB2(x: String) = /rent/a/b/:x",
                "detail2() = /rent/detail",
                "fileJson(name: String) = /rent/file/:name.json",
                "fileXml(name: String) = /rent/file/:name.xml",
                "login() = /rent/login",
                "login(user: String) = /rent/login/:user",
                "detail() = /rent/other",
                "callSame() = /rent/same",
                "openSame() = /rent/same",
                "twice() = /rent/twice",
                "with() = /rent/with",
                "with2(a: String? = nil) = /rent/with(/:a)",
            ])
    }

    @Test func `a façade has the same names whatever the order of registration`() throws {
        let patterns = ["/rent/a/:x/b", "/rent/a/b/:x", "/rent/:id<int>", "/rent/:id<uuid>", "/rent/c"]
        let sources = try [patterns, patterns.reversed()].map { patterns in
            try FacadeSample.source("Rent") { for pattern in patterns { Open(pattern) { _ in Page("") {} } } }
        }
        #expect(sources[0] == sources[1])
    }

    static let modules: [(module: String, type: String)] = [
        ("Rent", "RentRoutes"), ("HTTPThing", "HTTPThingRoutes"), ("a_b", "ABRoutes"), ("Class", "ClassRoutes"),
        ("Self", "SelfRoutes"),
    ]

    @Test(arguments: modules) func `a façade's type names its module`(_ row: (module: String, type: String)) throws {
        let source = try FacadeSample.source(row.module) {}
        #expect(source.hasSuffix("public enum \(row.type) {\n}"))
    }
}
