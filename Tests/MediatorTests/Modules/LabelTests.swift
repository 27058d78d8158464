@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Routes with a label` {
    private static let page = { @Sendable (_: Request) in Page("Page") }

    private static let registrations = [
        Registration(
            "Rent",
            [
                Open("/rent/list", handler: page).labelled("centre", "Homes").summary("All homes"),
                Open("/rent/:id", handler: page).labelled("centre"),
                Open("/rent/secret", access: .internal, handler: page).labelled("centre", "Hidden"),
                Call("/rent/all") { _ in 1 }.labelled("centre"),
            ]),
        Registration(
            "Coupons",
            [
                Open("https://m.example.com/coupons", handler: page).labelled("centre", "Coupons"),
                Open("/coupons/none", handler: page),
                Fallback("/coupons") { _ in Page("None") }.labelled("centre"),
            ]),
    ]

    /// The routes that an origin gets: module, pattern, URL, text and summary.
    static let rows: [(label: String, origin: Origin, routes: [String])] = [
        (
            "centre", .shell,
            [
                "Coupons /coupons/*rest? - - -",
                "Coupons https://m.example.com/coupons https://m.example.com/coupons Coupons -",
                "Rent /rent/:id - - -", "Rent /rent/all app://rent/all - -",
                "Rent /rent/list app://rent/list Homes All homes",
            ]
        ),
        (
            "centre", .external,
            [
                "Coupons /coupons/*rest? - - -",
                "Coupons https://m.example.com/coupons https://m.example.com/coupons Coupons -",
                "Rent /rent/:id - - -", "Rent /rent/list app://rent/list Homes All homes",
            ]
        ),
        ("summary", .shell, ["Rent /rent/list app://rent/list All homes All homes"]),
        ("Centre", .shell, []), ("", .shell, []), ("nothing", .shell, []),
    ]

    @Test(arguments: rows)
    func `routes with a label are listed by module and pattern, whether their modules run or not`(
        _ row: (label: String, origin: Origin, routes: [String])
    ) throws {
        for running in [[], [0], [1], [1, 0]] {
            let mediator = Switchboard(navigator: RecordingNavigator())
            let sleepers = Sleepers(Self.registrations, in: mediator)
            for number in running { try mediator.register(Self.registrations[number]) }
            let found = mediator.routes(labelled: row.label, origin: row.origin).map { route in
                [route.module, route.pattern, route.url?.text ?? "-", route.text ?? "-", route.summary ?? "-"]
                    .joined(separator: " ")
            }
            #expect(found == row.routes)
            #expect(sleepers.started.isEmpty)
        }
    }

    @Test func `labelled routes are removed with their module, and listed again when it is idle`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        _ = Sleepers(Self.registrations, in: mediator)
        let rent = { mediator.routes(labelled: "centre", origin: .module("Rent")).filter { $0.module == "Rent" }.count }
        #expect(rent() == 4)
        try mediator.register(Self.registrations[0])
        mediator.unregister(owner: "Rent")
        #expect(rent() == 0)
        mediator.makeIdle("Rent")
        #expect(rent() == 4)
        mediator.unregister(owner: "Rent")
        #expect(rent() == 0)
    }

    /// Labels with a fault, and a part of the message.
    static let faults: [(labels: [RouteLabel], message: String)] = [
        ([RouteLabel("")], "route /a (M/F.swift:1) has a label without a name; name it"),
        ([RouteLabel("x", "a\u{7}b")], "has the label \"x\" with a control character"),
        ([RouteLabel("x\n")], "has the label \"x\\n\" with a control character"),
        ([RouteLabel("summary", "a\u{2028}b")], "has the label \"summary\" with a control character"),
        (
            [RouteLabel(String(repeating: "x", count: 65))],
            "with a name or text of 65 bytes, the limit is 64; shorten it"
        ),
        ([RouteLabel("x", String(repeating: "å", count: 129))], "of 258 bytes, the limit is 256; shorten it"),
        (
            [RouteLabel("x", "1"), RouteLabel("y"), RouteLabel("x", "2")],
            "has the label \"x\" twice; remove one of them"
        ),
    ]

    @Test(arguments: faults) func `a module with a faulty label is refused, both when registered and when declared`(
        _ row: (labels: [RouteLabel], message: String)
    ) throws {
        var route = Route("/a", verb: .open, access: .public, location: DeclarationSite(fileID: "M/F.swift", line: 1)) {
            _ in
            .done
        }
        route.labels = row.labels
        var registration = Registration(owner: "M")
        registration.routes = [route]
        let error = #expect(throws: RegistrationError.self) {
            try Switchboard(navigator: RecordingNavigator()).register(registration)
        }
        #expect("\(try #require(error))".contains(row.message))
        let refused = Registration.arrange([(name: "M", manifest: Manifest(registration))]).refused["M"]
        #expect(refused == error)
    }

    @Test func `a module with an interceptor for a label without a name is refused`() throws {
        let error = #expect(throws: RegistrationError.self) {
            try Switchboard(navigator: RecordingNavigator()).register(
                Registration("M", interceptors: [Interceptor("guard", onLabelled: "") { _ in .pass }]))
        }
        #expect("\(try #require(error))".contains("M's interceptor guard"))
    }

    @Test func `the error for conflicting routes names the teams that own them`() throws {
        let homes = Registration("Homes", [Open("/x/:a", handler: Self.page).labelled("team", "homes")])
        let flats = Registration("Flats", [Open("/x/:b", handler: Self.page).labelled("team", "flats")])
        let mediator = Switchboard(navigator: RecordingNavigator())
        try mediator.register(homes)
        let error = try #require(throws: RegistrationError.self) { try mediator.register(flats) }
        let pattern =
            #/Flats's route /x/:b \(\S+:\d+, team flats\) matches .* as Homes's /x/:a \(\S+:\d+, team homes\).*/#
        #expect("\(error)".wholeMatch(of: pattern) != nil, "\(error)")
        let modules = [homes, flats].map { (name: $0.owner, manifest: Manifest($0)) }
        #expect(Registration.arrange(modules).refused["Flats"].map { "\($0)" } == "\(error)")
    }
}
