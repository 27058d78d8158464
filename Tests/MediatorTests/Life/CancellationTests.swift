@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite struct `Cancelling the caller` {
    @Test func `cancels the stage that runs, and the error names it`() async throws {
        let gate = Gate()
        let scene = try Scene([
            Call("/slow") { () async throws -> String in
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
        guard case .cancelled("app://slow", .handler("/slow", "Rent")) = await task.value else {
            Issue.record("not cancelled")
            return
        }
    }

    @Test func `lets a stage that pays no heed go on until the deadline`() async throws {
        let gate = Gate()
        defer { gate.open() }
        let scene = try Scene([
            Call("/slow") { () async -> String in
                await gate.pass()
                return ""
            }.route
        ])
        let task = Task {
            await scene.failure(of: "app://slow", options: RequestOptions(deadline: .milliseconds(50)))
        }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        task.cancel()
        guard case .deadline(_, .handler, _) = await task.value else {
            Issue.record("no deadline")
            return
        }
    }

    @Test func `who waits for a page ends the wait`() async throws {
        let scene = try Scene([Open("/login") { NavigationCommand.present(Page("Log in") {}) }.route])
        let task = Task {
            try await scene.mediator.open("app://login", awaiting: String.self, origin: .shell)
        }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        task.cancel()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        guard case .cancelled("app://login", .page("app://login")) = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test func `before it asks ends the request before any stage`() async throws {
        let gate = Gate()
        let scene = try Scene([
            Call("/quick") { () async -> String in
                await gate.pass()
                return ""
            }.route
        ])
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await scene.failure(of: "app://quick")
        }
        task.cancel()
        guard case .cancelled("app://quick", .rewriting) = await task.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(gate.arrivals == 0)
    }
}
