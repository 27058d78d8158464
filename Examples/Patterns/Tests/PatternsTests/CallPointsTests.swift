import ModuleTesting
import Testing

@testable import Patterns

@Suite struct `The points around a call` {
    /// A page of the news, the answer of the web service, and the points that the call passes.
    static let calls: [(page: Int, answer: Stub, points: [String])] = [
        (
            1, .value(["Boxfish"]),
            [
                "should call: yes", "calling with page 1", "before the caller handles the success",
                "the caller handles the success", "after the caller has handled the success",
            ]
        ),
        (
            2, .value(7),
            [
                "should call: yes", "calling with page 2", "before the caller handles the success",
                "the caller handles the failure", "after the caller has handled the success",
            ]
        ),
        (
            0, .value(["Boxfish"]),
            [
                "should call: no", "before the caller handles the failure", "the caller handles the failure",
                "after the caller has handled the failure",
            ]
        ),
    ]

    @Test(arguments: calls) func `a call reaches its points in order, whatever the answer is`(
        _ row: (page: Int, answer: Stub, points: [String])
    ) async throws {
        let patterns = try await ModuleHarness(
            PatternsModule.self, stubs: ["https://news.test/latest": row.answer])
        _ = try await patterns.call("app://patterns/latest?page=\(row.page)", as: [String].self)
        #expect(try await patterns.call("app://patterns/latest/points", as: [String].self) == row.points)
    }
}
