import Testing

@testable @_spi(Host) import Mediator
@testable @_spi(Host) import ModuleKit
import ModuleTesting

@Suite(.timeLimit(.minutes(1))) struct `The patterns of an isolated module` {
    private struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var routes: [Route] = []
        var rewrites: [Rewrite] = []
        var interceptors: [Interceptor] = []
        var subscriptions: [Subscription] = []
        /// A part of the fault's message; `nil` if the module is accepted.
        let fault: String?
    }

    private static func route(_ pattern: String, priority: Int = 0) -> Route {
        var route = Route(pattern, verb: .open, access: .modules, location: DeclarationSite(fileID: "B", line: 1)) {
            _ in
            .done
        }
        route.priority = priority
        return route
    }

    private static let taken = #"begins with "a" as A's patterns do"#
    private static let open = "begins without a literal segment"

    private static let rows = [
        Row(testDescription: "a first segment of its own", routes: [route("/b/:id"), route("/b")], fault: nil),
        Row(testDescription: "one of a scheme", routes: [route("app://b/:id")], fault: nil),
        Row(testDescription: "a web host", routes: [route("https://*/b/:id")], fault: nil),
        Row(testDescription: "another's", routes: [route("/a/other")], fault: taken),
        Row(testDescription: "in other case", routes: [route("/A/other")], fault: taken),
        Row(testDescription: "written in escapes", routes: [route("/%61/other")], fault: taken),
        Row(testDescription: "another's with a scheme", routes: [route("app://a/other")], fault: taken),
        Row(testDescription: "another's at a web host", routes: [route("https://*/a/other")], fault: taken),
        Row(testDescription: "a rewrite's", routes: [route("/old/new")], fault: #"begins with "old" as A's"#),
        Row(testDescription: "in an optional group", routes: [route("/shop/x")], fault: #"begins with "shop" as A's"#),
        Row(
            testDescription: "behind an optional group", routes: [route("/cart/x")],
            fault: #"begins with "cart" as A's"#),
        Row(testDescription: "a parameter", routes: [route("/:b/x")], fault: open),
        Row(testDescription: "text around a parameter", routes: [route("/b-:id")], fault: open),
        Row(testDescription: "a wildcard", routes: [route("/*rest")], fault: open),
        Row(testDescription: "an optional group", routes: [route("(/b)/x")], fault: open),
        Row(testDescription: "no segment", routes: [route("/")], fault: open),
        Row(testDescription: "every web URL", routes: [route("https://*url")], fault: open),
        Row(testDescription: "a priority", routes: [route("/b", priority: 1)], fault: "has the priority 1"),
        Row(testDescription: "a priority below 0", routes: [route("/b", priority: -1)], fault: nil),
        Row(testDescription: "a rewrite", rewrites: [Rewrite("/a/b", to: "/b")], fault: taken),
        Row(testDescription: "a rewrite of its own", rewrites: [Rewrite("/b/old", to: "/a/x")], fault: nil),
        Row(
            testDescription: "an interceptor", interceptors: [Interceptor("i", on: "/a/*r") { _ in .pass }],
            fault: taken),
        Row(
            testDescription: "one of its own",
            interceptors: [Interceptor("i", on: "/b/*r") { _ in .pass }], fault: nil),
        Row(
            testDescription: "an interceptor for all", interceptors: [Interceptor("i") { _ in .pass }],
            fault: "interceptor i on every URL (\(#fileID)"),
        Row(
            testDescription: "an interceptor for a label",
            interceptors: [Interceptor("i", onLabelled: "needs-login") { _ in .pass }], fault: nil),
        Row(
            testDescription: "an interceptor for a label that describes",
            interceptors: [Interceptor("i", onLabelled: "summary") { _ in .pass }],
            fault: "interceptor for the label summary covers other modules"),
        Row(
            testDescription: "what a person chooses on pages", subscriptions: [Subscription(to: .pageChoice) { _ in }],
            fault: "subscription to switchboard.page.choice covers other modules"),
        Row(
            testDescription: "pages that appear", subscriptions: [Subscription(to: .pageDidAppear) { _ in }],
            fault: "subscription to switchboard.page.did-appear"),
        Row(
            testDescription: "an event of modules", subscriptions: [Subscription(to: .moduleDidLoad) { _ in }],
            fault: nil),
        Row(
            testDescription: "an interceptor for a label and URLs",
            interceptors: [Interceptor("i", on: "/*r", onLabelled: "needs-login") { _ in .pass }], fault: open),
    ]

    private static func other(isIsolated: Bool = false) -> Registration {
        var registration = Registration(owner: "A")
        registration.routes = [route("/a/:id")]
        if !isIsolated { registration.routes += [route("/:any/rest"), route("(/shop)/cart/:id")] }
        registration.rewrites = isIsolated ? [] : [Rewrite("/old/a", to: "/a/1")]
        registration.isIsolated = isIsolated
        return registration
    }

    private static func isolated(_ row: Row) -> Registration {
        var registration = Registration(owner: "B")
        (registration.routes, registration.rewrites) = (row.routes, row.rewrites)
        (registration.interceptors, registration.subscriptions) = (row.interceptors, row.subscriptions)
        registration.isIsolated = true
        return registration
    }

    @Test(arguments: rows.indices) func `an isolated module is registered only if its URLs are its own`(number: Int) {
        let (row, mediator) = (Self.rows[number], Switchboard(navigator: RecordingNavigator(), resolvers: []))
        #expect(throws: Never.self) { try mediator.register(Self.other()) }
        Self.compare(Self.fault { try mediator.register(Self.isolated(row)) }, with: row)
    }

    @Test(arguments: rows.indices) func `an isolated module is started only if its URLs are its own`(number: Int) {
        let row = Self.rows[number]
        let manifests = [Self.isolated(row), Self.other()].map { ($0.owner, Manifest($0)) }
        let refused = Registration.arrange(manifests, isolated: ["B"]).refused
        #expect(refused["A"] == nil)
        Self.compare(refused["B"].map { "\($0)" }, with: row)
    }

    @Test func `another module's route cannot begin with the first segment of an isolated module`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
        try mediator.register(Self.other(isIsolated: true))
        var registration = Registration(owner: "C")
        registration.routes = [Self.route("/:any/other")]
        registration.interceptors = [Interceptor("guard", on: "/a/*rest") { _ in .pass }]
        try mediator.register(registration)
        registration = Registration(owner: "D")
        registration.routes = [Self.route("/a/:id/more")]
        #expect(Self.fault { try mediator.register(registration) }?.contains(Self.taken) == true)
    }

    @Test func `an isolated module may redeclare interceptors only for its own first segments`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
        try mediator.register(Self.other())
        var registration = Self.isolated(Row(testDescription: "", routes: [Self.route("/b")], fault: nil))
        try mediator.register(registration)
        registration.interceptors = [Interceptor("i", on: "/a/*r") { _ in .pass }]
        #expect(Self.fault { try mediator.redeclare(registration) }?.contains(Self.taken) == true)
        registration.interceptors = [Interceptor("i", on: "/b/*r") { _ in .pass }]
        try mediator.redeclare(registration)
    }

    @Test(arguments: [true, false]) func `an isolated module cannot redeclare an interceptor without a literal segment`(
        hasTypes: Bool
    ) throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
        try mediator.register(Self.other())
        var registration = Self.isolated(Row(testDescription: "", routes: [Self.route("/b")], fault: nil))
        registration.types = [ParameterType("any", characters: .any, length: 1...64)]
        try mediator.register(registration)
        // The declarations that its process sends have no types.
        if !hasTypes { registration.types = [] }
        registration.interceptors = [Interceptor("i", on: "/:a<any>/:b<any>") { _ in .pass }]
        #expect(Self.fault { try mediator.redeclare(registration) }?.contains(Self.open) == true)
    }

    private static func compare(_ found: String?, with row: Row) {
        guard let expected = row.fault else {
            #expect(found == nil)
            return
        }
        #expect(found?.contains(expected) == true, "\(found ?? "no fault")")
    }

    private static func fault(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
