@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A module's navigation command` {
    private let scene: Scene

    private struct Comparison: Codable, Sendable {
        let homes: [Int]
    }

    private struct Broken: Error, CustomStringConvertible {
        var description: String { "the shelf is empty; fill it" }
    }

    init() throws {
        let open = Open("/do/:name") { request in
            NavigationCommand.custom("Rent.\(request.parameters["name"] ?? "")", nil)
        }
        let compare = Open("/compare") { _ in
            NavigationCommand.custom("Rent.compare", Payload(Comparison(homes: [1, 2])))
        }
        scene = try Scene([open.route, compare.route], owner: "Pages")
        try scene.mediator.register(Self.rent)
        for title in ["A", "B", "C"] { scene.navigator.perform(.push(Page(title) {})) }
    }

    private static var rent: Registration {
        var rent = Registration(owner: "Rent")
        rent.performers = [
            Performer("home", as: .popToRoot),
            Performer("restart", as: .popToRoot, .replace(Page("R") {})),
            Performer("nothing", as: NavigationCommand.sequence([])),
            Performer("tidy") { stack in stack.count > 2 ? [.back(stack.count - 1)] : [] },
            Performer("compare") { (comparison: Comparison, _) in
                [.push(Page("\(comparison.homes.count) homes") {})]
            },
            Performer("broken") { _ in throw Broken() },
            Performer("twice", as: .custom("Rent.home", nil), .custom("Rent.home", nil)),
            Performer("circle", as: .custom("Rent.round", nil)),
            Performer("round", as: .custom("Rent.circle", nil)),
            Performer("refused", as: .push(Page("D") {}), .tab("X")),
            Performer("anyone", as: .popToRoot).access(.public), Performer("modules", as: .popToRoot).access(.modules),
            Performer("own", as: .popToRoot).access(.internal),
            Performer("through", as: .custom("Rent.own", nil)).access(.public),
        ]
        rent.routes = [
            Open("/rent/:name") { request in
                NavigationCommand.custom("Rent.\(request.parameters["name"] ?? "")", nil)
            }.route
        ]
        return rent
    }

    /// A URL, the stack after it, and a part of the refusal where it is one.
    static let rows: [(url: String, stack: String, says: String?)] = [
        ("app://do/home", "A", nil),
        ("app://do/restart", "R", nil),
        ("app://do/nothing", "A B C", nil),
        ("app://do/tidy", "A", nil),
        ("app://compare", "A B C 2 homes", nil),
        ("app://do/twice", "A", nil),
        ("app://do/compare", "A B C", "Rent.compare failed: there is no argument; give a value of type Comparison"),
        ("app://do/broken", "A B C", "Rent.broken failed: the shelf is empty; fill it"),
        ("app://do/hom", "A B C", "no module performs Rent.hom; did you mean Rent.home?"),
        ("app://do/somethingelse", "A B C", "start the module that declares it"),
        ("app://do/circle", "A B C", "without an end, Rent.circle → Rent.round → Rent.circle"),
        ("app://do/refused", "A B C", "there are no tabs"),
    ]

    @Test(arguments: rows) func `a module's navigation command is performed as the commands that it stands for`(
        _ row: (url: String, stack: String, says: String?)
    ) async throws {
        let feedback = try await scene.mediator.open(RouteURL(row.url), origin: .shell, options: Scene.patient)
        #expect(feedback.stack.map(\.title).joined(separator: " ") == row.stack)
        #expect(await scene.navigator.stack() == feedback.stack)
        if case .refused(let reason) = feedback.outcome {
            #expect(row.says.map(reason.contains) ?? false, "\(reason)")
        } else {
            #expect(row.says == nil)
        }
    }

    /// A command, and who may have it run: by a route of another module, by one of its own, and directly.
    static let accesses: [(name: String, origin: Origin, byOther: Bool, byOwn: Bool, directly: Bool)] = [
        ("home", .external, false, true, false), ("home", .shell, true, true, true),
        ("home", .module("Pages"), true, true, true),
        ("anyone", .external, true, true, true), ("anyone", .shell, true, true, true),
        ("modules", .external, false, false, false), ("modules", .shell, true, true, true),
        ("modules", .module("Pages"), true, true, true),
        ("own", .external, false, false, false), ("own", .shell, false, true, false),
        ("own", .module("Pages"), false, true, false), ("own", .module("Rent"), true, true, true),
        ("through", .external, false, false, false), ("through", .shell, true, true, true),
    ]

    @Test(arguments: accesses) func `a module's navigation command runs only for callers that its access admits`(
        _ row: (name: String, origin: Origin, byOther: Bool, byOwn: Bool, directly: Bool)
    ) async throws {
        let url = row.name
        let byOther = try await scene.mediator.open(
            RouteURL("app://do/" + url), origin: row.origin, options: Scene.patient)
        let byOwn = try await scene.mediator.open(
            RouteURL("app://rent/" + url), origin: row.origin, options: Scene.patient)
        let directly = await scene.mediator.perform(.custom("Rent.\(url)", nil), origin: row.origin)
        for (feedback, runs) in [(byOther, row.byOther), (byOwn, row.byOwn), (directly, row.directly)] {
            if case .refused(let reason) = feedback.outcome {
                #expect(!runs, "\(reason)")
                let access = row.origin == .external ? ".public" : ".modules"
                #expect(reason.contains("is not for \(row.origin); have its module declare it with .access(\(access))"))
            } else {
                #expect(runs)
            }
        }
    }

    @Test func `a module's navigation command reaches the navigator as its own commands`() async throws {
        _ = try await scene.mediator.open("app://do/restart", origin: .shell, options: Scene.patient)
        #expect(scene.navigator.commands == [.sequence([.popToRoot, .replace(Page("R") {})])])
    }

    @Test func `a module's navigation command starts its module where no earlier request did`() async throws {
        scene.mediator.unregister(owner: "Rent")
        let sleepers = Sleepers([Self.rent], in: scene.mediator)
        let feedback = try await scene.mediator.open("app://do/home", origin: .shell, options: Scene.patient)
        #expect(feedback.stack.map(\.title) == ["A"])
        #expect(sleepers.started == ["Rent"])
    }

    @Test func `a module's navigation command is removed with its module`() async throws {
        scene.mediator.unregister(owner: "Rent")
        let feedback = await scene.mediator.perform(.custom("Rent.home", nil))
        #expect(
            feedback.outcome
                == .refused(reason: "no module performs Rent.home; start the module that declares it"))
        try scene.mediator.register(Self.rent)
        #expect(await scene.mediator.perform(.custom("Rent.home", nil)).outcome == .shown)
    }

    @Test func `a module's navigation command has a name that is unique in its module`() throws {
        var twice = Registration(owner: "Twice")
        twice.performers = [Performer("a", as: .pop), Performer("a", as: .pop)]
        let error = #expect(throws: RegistrationError.self) { try scene.mediator.register(twice) }
        #expect("\(String(describing: error))".contains("performer a"))
    }

    @Test func `a module's navigation command holds no caller beyond the deadline, and then does nothing`() async throws
    {
        let gate = TaskGate()
        var slow = Registration(owner: "Slow")
        slow.routes = [Open("/slow") { _ in NavigationCommand.custom("Slow.wait", nil) }.route]
        slow.performers = [
            Performer("wait") { _ in
                await gate.pass()
                return [.popToRoot]
            }
        ]
        try scene.mediator.register(slow)
        let options = RequestOptions(deadline: .seconds(1))
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://slow", origin: .shell, options: options)
        }
        guard case .deadline(_, let stage, _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(stage == .performer("wait", module: "Slow"))
        gate.open()
        #expect(await scene.mediator.perform(.pop).stack.count == 2)
        #expect(scene.navigator.commands.isEmpty)
    }
}
