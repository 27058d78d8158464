@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Cancelling the caller` {
    @Test func `cancelling the caller cancels the running stage, which the error names`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/slow") { (_: Request) async throws -> String in
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    gate.open()
                }
                try Task.checkCancellation()
                return ""
            }.route
        ])
        let task = Task { await scene.failure(of: "app://slow") }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        task.cancel()
        guard case .cancelled("app://slow", .handler("/slow", "Rent")) = await task.value?.reason else {
            Issue.record("not cancelled")
            return
        }
    }

    @Test func `a stage that ignores the cancellation is the last stage of a cancelled request`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Open("/slow") { (_: Request) async -> Page in
                await gate.pass()
                return Page("Slow") {}
            }.route
        ])
        let mediator = scene.mediator
        let task = Task { try await mediator.open("app://slow", origin: .shell, options: Scene.patient) }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        task.cancel()
        gate.open()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        guard case .cancelled("app://slow", .handler("/slow", "Rent")) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `a cancelled nested request is not reported as a failure of the outer handler`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/inner") { (_: Request) async throws -> String in
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    gate.open()
                }
                try Task.checkCancellation()
                return ""
            }.route
        ])
        let mediator = scene.mediator
        try scene.register(
            [
                Call("/outer") { (_: Request) async throws -> String in
                    try await mediator.call("app://inner", as: String.self, origin: .module("Outer"))
                }.route
            ], owner: "Outer")
        let task = Task { await scene.failure(of: "app://outer") }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        task.cancel()
        let error = await task.value
        guard case .cancelled("app://outer", .handler("/outer", "Outer")) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test func `a stage that ignores the cancellation is abandoned at the deadline`() async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let scene = try Scene([
            Call("/slow") { (_: Request) async -> String in
                await gate.pass()
                return ""
            }.route
        ])
        let task = Task {
            await scene.failure(of: "app://slow", options: RequestOptions(deadline: .milliseconds(50)))
        }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        task.cancel()
        guard case .deadline(_, .handler, _) = await task.value?.reason else {
            Issue.record("no deadline")
            return
        }
    }

    @Test func `cancelling a caller that waits for a page ends the wait`() async throws {
        let scene = try Scene([Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route])
        let task = Task {
            try await scene.mediator.open("app://login", awaiting: String.self, origin: .shell)
        }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        task.cancel()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        guard case .cancelled("app://login", .page("app://login")) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test func `the value of a dismissed page is released if the waiting caller was cancelled`() async throws {
        final class Token: Sendable {}
        let scene = try Scene([Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route])
        let task = Task {
            try await scene.mediator.open("app://login", awaiting: String.self, origin: .shell)
        }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        task.cancel()
        await #expect(throws: RequestError.self) { try await task.value }
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            scene.navigator.perform(.dismiss(value: Payload(object: token)))
        }
        #expect(scene.navigator.page == nil)
        #expect(kept == nil)
    }

    @Test func `a request of a caller that is already cancelled ends before any stage`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/quick") { (_: Request) async -> String in
                await gate.pass()
                return ""
            }.route
        ])
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await scene.failure(of: "app://quick")
        }
        task.cancel()
        guard case .cancelled("app://quick", .rewriting) = await task.value?.reason else {
            Issue.record("not cancelled")
            return
        }
        #expect(gate.arrivals == 0)
    }
}
