@_spi(Host) @testable import ModuleTesting
import Synchronization
import TestSupport
import Testing

@testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `Requests that wait for a log-in page` {
    /// A module whose mailbox requires a log-in, with a form for it.
    struct Mail {
        final class Session: Sendable { let user = Mutex<String?>(nil) }

        let scene: Scene
        private let form = Form("Log in", calling: "app://begin", then: .dismiss) { TextField("user", "User") }

        init() throws {
            let (session, form) = (Session(), form)
            scene = try Scene(
                [
                    Open("/login") { _ in NavigationCommand.present(Page("Log in") { form }) }.route,
                    Open("/login/:reason") { _ in NavigationCommand.present(Page("Log in again") { form }) }.route,
                    Call("/begin") { _ in
                        session.user.withLock { $0 = "lin" }
                        return "lin"
                    }.route,
                    Call("/other") { _ in "other" }.route,
                    Open("/mail/:box") { request in
                        Page(try request.parameters.value("box", as: String.self)) {}
                    }.route,
                    Open("/rent/:home") { _ in Page("Rent") {} }.route,
                ],
                interceptors: [
                    Interceptor("session", on: "/mail/:box") { request in
                        if session.user.withLock({ $0 }) != nil { return .pass }
                        let box = try request.parameters.value("box", as: String.self)
                        return .detour(to: box == "secret" ? "app://login/secret" : "app://login")
                    }
                ])
        }

        /// Opens a URL in a task, and returns it when the top page has that number of waiting requests.
        func open(_ url: RouteURL, origin: Origin = .shell, pages: Int = 1, waiting: Int) async throws -> Task<
            Feedback, any Error
        > {
            let task = Task { try await scene.mediator.open(url, origin: origin, options: Scene.patient) }
            while await scene.navigator.stack().count != pages || scene.navigator.top?.waiters.count != waiting {
                try await Task.sleep(for: .milliseconds(1))
            }
            return task
        }

        func titles() async -> [String] { await scene.navigator.stack().map(\.title) }

        /// Submits the form of a page, as the person does.
        func answer(_ entry: StackEntry?) async throws -> Submission.Outcome {
            try await Submission(
                on: entry, mediator: scene.mediator, origin: .shell, options: Scene.patient
            )
            .perform(.form(form, receiver: nil), filledWith: Payload(["user": "lin"]))
        }
    }

    @Test func `a page that is answered below another page closes, and its request continues`() async throws {
        let mail = try Mail()
        let inbox = try await mail.open("app://mail/inbox", waiting: 1)
        let login = await mail.scene.navigator.stack().last
        _ = try await mail.scene.mediator.open("app://rent/42", origin: .external)
        _ = try await mail.answer(login)
        _ = try await inbox.value
        #expect(await mail.titles() == ["Rent", "inbox"])
    }

    @Test func `more detours to the same page join it, and the requests continue in order`() async throws {
        let mail = try Mail()
        var tasks: [Task<Feedback, any Error>] = []
        for (number, box) in ["a", "b", "c", "d"].enumerated() {
            tasks.append(try await mail.open(RouteURL("app://mail/\(box)"), waiting: number + 1))
            #expect(await mail.titles() == ["Log in"])
        }
        _ = try await mail.answer(await mail.scene.navigator.stack().last)
        for task in tasks { _ = try await task.value }
        #expect(await mail.titles() == ["a", "b", "c", "d"])
    }

    @Test func `a detour that joins a page below others brings it to the top`() async throws {
        let mail = try Mail()
        let first = try await mail.open("app://mail/a", waiting: 1)
        _ = try await mail.scene.mediator.open("app://rent/42", origin: .shell)
        let second = try await mail.open("app://mail/b", pages: 2, waiting: 2)
        #expect(await mail.titles() == ["Rent", "Log in"])
        _ = try await mail.answer(await mail.scene.navigator.stack().last)
        for task in [first, second] { _ = try await task.value }
        #expect(await mail.titles() == ["Rent", "a", "b"])
    }

    @Test func `a request of another origin does not join the page of a detour`() async throws {
        let mail = try Mail()
        let first = try await mail.open("app://mail/a", waiting: 1)
        let second = try await mail.open("app://mail/b", origin: .external, pages: 2, waiting: 1)
        #expect(await mail.titles() == ["Log in", "Log in"])
        _ = try await mail.answer(await mail.scene.navigator.stack().last)
        for task in [first, second] { _ = try await task.value }
        #expect(Set(await mail.titles()) == ["a", "b"])
    }

    /// A URL that is called while two requests wait on two pages, and the pages that remain.
    static let calls: [(url: String, remaining: [String])] = [
        ("app://begin", []), ("app://other", ["Log in", "Log in again"]),
    ]

    @Test(arguments: calls) func `a call that logs in closes all log-in pages, and any other call closes none`(
        _ row: (url: String, remaining: [String])
    ) async throws {
        let mail = try Mail()
        let tasks = [
            try await mail.open("app://mail/a", waiting: 1),
            try await mail.open("app://mail/secret", pages: 2, waiting: 1),
        ]
        _ = try await mail.scene.call(row.url, origin: .module("Other")).get()
        if row.remaining.isEmpty { for task in tasks { _ = try await task.value } }
        #expect(Set(await mail.titles()) == Set(row.remaining.isEmpty ? ["a", "secret"] : row.remaining))
        for task in tasks { task.cancel() }
    }

    @Test func `a call by an interceptor that is asked again does not ask the waiting interceptors`() async throws {
        final class Box: Sendable {
            let mediator = Mutex<Switchboard?>(nil)
            let count = Mutex(0)
        }
        let box = Box()
        let scene = try Scene(
            [
                Open("/login/:number") { _ in NavigationCommand.present(Page("Log in") {}) }.route,
                Open("/mail/:number") { _ in Page("Mail") {} }.route,
                Call("/session") { _ in "guest" }.route,
            ],
            interceptors: [
                Interceptor("session", on: "/mail/:number") { request in
                    box.count.withLock { $0 += 1 }
                    let mediator = box.mediator.withLock { $0 }
                    _ = try await mediator?.call("app://session", as: String.self, origin: .module("Rent"))
                    return .detour(to: RouteURL("app://login/\(request.parameters["number"] ?? "")"))
                }
            ])
        box.mediator.withLock { $0 = scene.mediator }
        let tasks = (1...3).map { number in
            Task { try await scene.mediator.open(RouteURL("app://mail/\(number)"), origin: .shell) }
        }
        while await scene.navigator.stack().count < 3 { try await Task.sleep(for: .milliseconds(1)) }
        let before = box.count.withLock { $0 }
        _ = try await scene.call("app://session").get()
        #expect(box.count.withLock { $0 } == before + 3)
        for task in tasks { task.cancel() }
    }

    /// Whether the log-in page logs in while it is created, or later in a task.
    @Test(arguments: [true, false]) func `a request continues if its log-in page logs in by itself`(
        isEarly: Bool
    ) async throws {
        final class Box: Sendable {
            let scene = Mutex<Scene?>(nil)
            let isUser = Mutex(false)
        }
        let box = Box()
        let begin: @Sendable () async -> Void = {
            _ = await box.scene.withLock { $0 }?.call("app://begin", origin: .module("Account"))
        }
        let scene = try Scene(
            [
                Open("/login") { _ in
                    if isEarly {
                        await begin()
                    } else {
                        Task {
                            while await box.scene.withLock({ $0 })?.navigator.stack().isEmpty != false {
                                try? await Task.sleep(for: .milliseconds(1))
                            }
                            await begin()
                        }
                    }
                    return NavigationCommand.present(Page("Log in") {})
                }.route,
                Open("/mail") { _ in Page("Mail") {} }.route,
                Call("/begin") { _ in
                    box.isUser.withLock { $0 = true }
                    return "lin"
                }.route,
            ],
            interceptors: [
                Interceptor("session", on: "/mail") { _ in
                    box.isUser.withLock { $0 } ? .pass : .detour(to: "app://login")
                }
            ])
        box.scene.withLock { $0 = scene }
        _ = try await scene.mediator.open("app://mail", origin: .shell, options: Scene.patient)
        #expect(await scene.navigator.stack().map(\.title) == ["Mail"])
    }

    @Test func `an interceptor that is slow when it is asked again does not delay other calls`() async throws {
        let isAskedAgain = Mutex(false)
        let scene = try Scene(
            [
                Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route,
                Open("/mail") { _ in Page("Mail") {} }.route, Call("/avatar") { _ in "lin" }.route,
            ],
            interceptors: [
                Interceptor("session", on: "/mail") { _ in
                    if isAskedAgain.withLock({ $0 }) { try await Task.sleep(for: .seconds(60)) }
                    return .detour(to: "app://login")
                }
            ])
        let mail = Task { try await scene.mediator.open("app://mail", origin: .shell, options: Scene.patient) }
        while await scene.navigator.stack().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        isAskedAgain.withLock { $0 = true }
        let start = ContinuousClock.now
        _ = try await scene.call("app://avatar").get()
        #expect(ContinuousClock.now - start < .seconds(10))
        mail.cancel()
    }

    @Test func `a cancelled request does not continue after the log-in`() async throws {
        let mail = try Mail()
        let first = try await mail.open("app://mail/a", waiting: 1)
        first.cancel()
        _ = try? await first.value
        let second = try await mail.open("app://mail/b", waiting: 1)
        while mail.scene.navigator.top?.waiters.allSatisfy(\.isAwaited) != true {
            try await Task.sleep(for: .milliseconds(1))
        }
        _ = try await mail.scene.call("app://begin").get()
        _ = try await second.value
        #expect(await mail.titles() == ["b"])
    }

    @Test func `leaving a page refuses each request that waits for it`() async throws {
        let mail = try Mail()
        let tasks = [
            try await mail.open("app://mail/a", waiting: 1), try await mail.open("app://mail/b", waiting: 2),
        ]
        mail.scene.navigator.perform(.dismiss(value: nil))
        for task in tasks {
            let error = await #expect(throws: RequestError.self) { try await task.value }
            #expect("\(try #require(error))".contains("was left without an answer"))
        }
        #expect(await mail.titles() == [])
    }

    @Test func `at most 64 external requests may wait, and a person's request may still wait`() async throws {
        let mail = try Mail()
        var tasks: [Task<Feedback, any Error>] = []
        for number in 1...64 {
            tasks.append(try await mail.open("app://mail/a", origin: .external, waiting: number))
        }
        let error = await #expect(throws: RequestError.self) {
            try await mail.scene.mediator.open("app://mail/b", origin: .external, options: Scene.patient)
        }
        #expect("\(try #require(error))".contains("64 requests already wait for pages; answer these pages"))
        tasks.append(try await mail.open("app://mail/c", pages: 2, waiting: 1))
        #expect(await mail.titles() == ["Log in", "Log in"])
        for task in tasks { task.cancel() }
    }
}
