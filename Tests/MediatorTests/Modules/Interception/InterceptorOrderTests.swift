@_spi(Host) import ModuleKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The order of interceptors` {
    typealias Declaration = (module: String, name: String, before: [String], after: [String])

    /// Declared interceptors, and the order in which they are asked.
    static let orders: [(declared: [Declaration], asked: [String])] = [
        ([("B", "x", [], []), ("A", "x", [], [])], ["A.x", "B.x"]),
        ([("A", "x", [], ["B.x"]), ("B", "x", [], [])], ["B.x", "A.x"]),
        ([("A", "x", [], []), ("B", "x", ["A.x"], [])], ["B.x", "A.x"]),
        ([("A", "z", ["a"], []), ("A", "a", [], [])], ["A.z", "A.a"]),
        ([("A", "a", [], ["Nobody.x"]), ("B", "b", ["Nobody.y"], [])], ["A.a", "B.b"]),
        (
            [("A", "a", [], ["C.c"]), ("B", "b", [], ["A.a"]), ("C", "c", [], []), ("D", "d", ["C.c"], [])],
            ["D.d", "C.c", "A.a", "B.b"]
        ),
    ]

    @Test(arguments: orders) func `interceptors are asked in name order unless before or after changes it`(
        _ row: (declared: [Declaration], asked: [String])
    ) async throws {
        for declared in [row.declared, row.declared.reversed()] {
            let scene = try Scene([Call("/a") { _ in "a" }.route], owner: "Route")
            let asked = Mutex<[String]>([])
            for module in Set(declared.map(\.module)).sorted() {
                let interceptors = declared.filter { $0.module == module }.map { declaration in
                    Self.interceptor(declaration) {
                        asked.withLock { $0.append("\(declaration.module).\(declaration.name)") }
                    }
                }
                try scene.register(interceptors: interceptors, owner: module)
            }
            #expect(await scene.failure(of: "app://a") == nil)
            #expect(asked.withLock(\.self) == row.asked)
            #expect(scene.mediator.interceptors.map(\.name) == row.asked)
        }
    }

    /// Declarations whose order is a cycle, and the fault of the last module.
    static let circles: [(declared: [Declaration], fault: RegistrationFault)] = [
        (
            [("A", "a", ["B.b"], []), ("B", "b", ["A.a"], [])],
            .interceptorCycle(["A.a", "B.b", "A.a"])
        ),
        ([("A", "a", ["a"], [])], .interceptorCycle(["A.a", "A.a"])),
        ([("A", "a", ["B.b"], ["B.b"]), ("B", "b", [], [])], .interceptorCycle(["A.a", "B.b", "A.a"])),
        (
            [("A", "a", [], ["C.c"]), ("B", "b", [], ["A.a"]), ("C", "c", [], ["B.b"])],
            .interceptorCycle(["A.a", "B.b", "C.c", "A.a"])
        ),
    ]

    @Test(arguments: circles) func `a module is refused if its interceptors make the order a cycle`(
        _ row: (declared: [Declaration], fault: RegistrationFault)
    ) async throws {
        let scene = try Scene([Call("/a") { _ in "a" }.route], owner: "Route")
        for declaration in row.declared.dropLast() {
            try scene.register(interceptors: [Self.interceptor(declaration) {}], owner: declaration.module)
        }
        let last = row.declared[row.declared.count - 1]
        #expect(throws: RegistrationError.invalid([row.fault], owner: last.module)) {
            try scene.register(interceptors: [Self.interceptor(last) {}], owner: last.module)
        }
        #expect(scene.mediator.interceptors.count == row.declared.count - 1)
        #expect(await scene.failure(of: "app://a") == nil)
    }

    @Test func `an unknown name in an interceptor's order is ignored and listed with the nearest name`() throws {
        let scene = try Scene()
        try scene.register(
            interceptors: [
                Interceptor("session"),
                Interceptor("log", before: ["sesion", "Audit.log"], after: ["Account.session"]),
            ], owner: "Account")
        let log = try #require(scene.mediator.interceptors.last)
        #expect(log.name == "Account.log")
        #expect(log.missing.map(\.name) == ["Account.sesion", "Audit.log"])
        #expect(log.missing.map(\.near) == ["Account.session", nil])
        #expect(scene.mediator.interceptors.first?.missing == [])
        try scene.register(interceptors: [Interceptor("log")], owner: "Audit")
        #expect(scene.mediator.interceptors.flatMap(\.missing).map(\.name) == ["Account.sesion"])
    }

    @Test func `a module with bad patterns and names is refused, and the error lists every fault`() throws {
        let scene = try Scene()
        let error = try #require(throws: RegistrationError.self) {
            try scene.register(
                [Call("/:") { _ in "" }.route],
                interceptors: [Interceptor("x", on: "/a(b"), Interceptor("y"), Interceptor("y")],
                rewrites: [Rewrite("/old", to: "/new/:id"), Rewrite("/:", to: "/new")], owner: "Bad")
        }
        guard case .invalid(let faults, owner: "Bad") = error else {
            Issue.record("found \(error)")
            return
        }
        #expect(faults.count == 5)
        let text = "\(error)"
        for part in [
            "route \"/:\"", "interceptor x (", "interceptor y (", "needs the parameter \"id\", which /old",
            "rewrite \"/:\"",
        ] { #expect(text.contains(part), "\(text)") }
        #expect(scene.mediator.routes.isEmpty && scene.mediator.interceptors.isEmpty)
    }

    private static func interceptor(_ declaration: Declaration, _ body: @escaping @Sendable () -> Void) -> Interceptor {
        Interceptor(declaration.name, before: declaration.before, after: declaration.after) { _ in
            body()
            return .pass
        }
    }
}
