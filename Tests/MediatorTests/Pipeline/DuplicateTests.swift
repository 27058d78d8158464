@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Opening the same URL twice` {
    private static func scene() throws -> Scene {
        try Scene([
            Open("/once/:id") { _ in Page("once") {} }.suppressingDuplicates(within: .seconds(60)).route,
            Open("/brief") { _ in Page("brief") {} }.suppressingDuplicates(within: .zero).route,
            Open("/often") { _ in Page("often") {} }.route,
            // A module in another process may declare any window.
            Open("/ever") { _ in Page("ever") {} }.suppressingDuplicates(within: Duration(attoseconds: .max)).route,
            Open("/never") { _ in Page("never") {} }.suppressingDuplicates(within: Duration(attoseconds: .min)).route,
        ])
    }

    /// URLs with their origins, in order, and whether each is opened.
    static let rows: [(opens: [(url: String, origin: Origin)], done: [Bool])] = [
        ([("app://once/1", .shell), ("app://once/1", .shell)], [true, false]),
        ([("app://once/1", .shell), ("app://once/2", .shell)], [true, true]),
        ([("app://once/1", .shell), ("app://once/1?x=1", .shell)], [true, true]),
        ([("app://once/1", .shell), ("app://once/1", .module("Rent"))], [true, true]),
        ([("app://often", .shell), ("app://often", .shell)], [true, true]),
        ([("app://brief", .shell), ("app://brief", .shell)], [true, true]),
        ([("app://ever", .shell), ("app://ever", .shell)], [true, false]),
        ([("app://never", .shell), ("app://never", .shell)], [true, true]),
    ]

    @Test(arguments: rows) func `a second open is suppressed if the route suppresses duplicates`(
        _ row: (opens: [(url: String, origin: Origin)], done: [Bool])
    ) async throws {
        let scene = try Self.scene()
        var done: [Bool] = []
        for open in row.opens {
            let feedback = try await scene.mediator.open(RouteURL(open.url), origin: open.origin)
            done.append(feedback.outcome != .suppressed)
            #expect(feedback.stack.count == done.filter(\.self).count)
        }
        #expect(done == row.done)
    }

    struct Failure: Error {}

    @Test func `a second open runs if the first caller was cancelled before the page`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Open("/slow") { (_: Request) async -> Page in
                await gate.pass()
                return Page("Slow") {}
            }.suppressingDuplicates(within: .seconds(60)).route
        ])
        let mediator = scene.mediator
        let task = Task { try await mediator.open("app://slow", origin: .shell, options: Scene.patient) }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        task.cancel()
        gate.open()
        await #expect(throws: RequestError.self) { try await task.value }
        #expect(try await mediator.open("app://slow", origin: .shell).outcome == .shown)
    }

    @Test func `a second open is suppressed while the first one runs, even if the window for duplicates is zero`()
        async throws
    {
        let gate = TaskGate()
        let scene = try Scene([
            Open("/slow") { (_: Request) async -> Page in
                await gate.pass()
                return Page("Slow") {}
            }.suppressingDuplicates(within: .zero).route
        ])
        let mediator = scene.mediator
        let first = Task { try await mediator.open("app://slow", origin: .shell, options: Scene.patient) }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        #expect(try await mediator.open("app://slow", origin: .shell).outcome == .suppressed)
        gate.open()
        #expect(try await first.value.outcome == .shown)
        #expect(try await mediator.open("app://slow", origin: .shell).outcome == .shown)
    }

    /// The first page is not shown: an interceptor fails the request, or the redirect has no route.
    @Test func `a second open runs if an interceptor failed the first one or it led to no route`() async throws {
        let isOpen = Mutex(false)
        let scene = try Scene(
            [
                Open("/page") { _ in Page("Page") {} }.suppressingDuplicates(within: .seconds(60)).route,
                Open("/door") { _ in Response.redirect(to: "app://behind") }.suppressingDuplicates(within: .seconds(60))
                    .route,
            ],
            interceptors: [
                Interceptor("i", on: "/page").afterwards { request, outcome in
                    if isOpen.withLock(\.self) { return outcome }
                    return .failed(
                        RequestError(.refused(url: request.shownURL, by: .lookUp, reason: "closed; wait")))
                }
            ])
        for url in ["app://page", "app://door"] {
            await #expect(throws: RequestError.self) { try await scene.mediator.open(RouteURL(url), origin: .shell) }
        }
        isOpen.withLock { $0 = true }
        try scene.register([Open("/behind") { _ in Page("Behind") {} }.route], owner: "Behind")
        for url in ["app://page", "app://door"] {
            #expect(try await scene.mediator.open(RouteURL(url), origin: .shell).outcome == .shown)
            #expect(try await scene.mediator.open(RouteURL(url), origin: .shell).outcome == .suppressed)
        }
    }

    @Test func `a second open runs if the first one failed, declined or was refused`() async throws {
        let tries = Mutex(0)
        let scene = try Scene([
            Open("/fails") { (_: Request) throws -> Page in
                let isFirst = tries.withLock { tries in
                    tries += 1
                    return tries == 1
                }
                guard !isFirst else { throw Failure() }
                return Page("Second try") {}
            }.suppressingDuplicates(within: .seconds(60)).route,
            Open("/back") { _ in NavigationCommand.pop }.suppressingDuplicates(within: .seconds(60)).route,
            Open("/maybe/:id") { _ in Response.declined }.suppressingDuplicates(within: .seconds(60)).route,
            Open("/maybe/*rest") { _ in Page("Next") {} }.route,
        ])
        let mediator = scene.mediator
        await #expect(throws: RequestError.self) { try await mediator.open("app://fails", origin: .shell) }
        for url in ["app://fails", "app://maybe/1", "app://maybe/1"] {
            #expect(try await mediator.open(RouteURL(url), origin: .shell).outcome == .shown)
        }
        for _ in 1...2 { scene.navigator.perform(.popToRoot) }
        guard case .refused = try await mediator.open("app://back", origin: .shell).outcome else {
            Issue.record("not refused")
            return
        }
        scene.navigator.perform(.push(Page("Detail") {}))
        #expect(try await mediator.open("app://back", origin: .shell).outcome == .shown)
    }

    @Test func `a second open runs if the first one timed out, and it suppresses a third after the first one ends`()
        async throws
    {
        let gate = TaskGate()
        let tries = Mutex(0)
        let scene = try Scene([
            Open("/slow") { (_: Request) async -> Page in
                let isFirst = tries.withLock { tries in
                    tries += 1
                    return tries == 1
                }
                if isFirst { await gate.pass() }
                return Page("Slow") {}
            }.suppressingDuplicates(within: .seconds(60)).route
        ])
        let mediator = scene.mediator
        await #expect(throws: RequestError.self) {
            try await mediator.open(
                "app://slow", origin: .shell, options: RequestOptions(deadline: .milliseconds(30)))
        }
        #expect(try await mediator.open("app://slow", origin: .shell, options: Scene.patient).outcome == .shown)
        gate.open()
        try await Condition.becomesTrue { scene.observer.notes.count == 1 }
        #expect(try await mediator.open("app://slow", origin: .shell, options: Scene.patient).outcome == .suppressed)
    }

    @Test func `a redirect of a URL to itself is reported as a loop, not as a duplicate`() async throws {
        let scene = try Scene([
            Open("/round") { _ in Response.redirect(to: "app://round") }.suppressingDuplicates(within: .seconds(60))
                .route
        ])
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://round", origin: .shell)
        }
        guard case .tooManyRedirects = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }
}
