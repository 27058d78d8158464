import ModuleTesting
import Testing

@testable import Patterns

@Suite struct `The archive` {
    @Test func `the archive keeps both pieces of news and finds the latest first`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        for time in [100, 200] { try await patterns.call("app://patterns/archive/keep?at=\(time)") }
        #expect(
            try await patterns.call("app://patterns/archive?since=101", as: [String].self)
                == ["second of 200", "first of 200", "second of 100"])
    }

    @Test func `the archive keeps neither piece of news if the transaction fails between them`() async throws {
        let patterns = try await ModuleHarness(PatternsModule.self)
        await #expect(throws: Archive.Interrupted.self) {
            try await patterns.call("app://patterns/archive/keep?at=100&interruption=error")
        }
        #expect(try await patterns.call("app://patterns/archive", as: [String].self).isEmpty)
    }
}
