import ModuleTesting
import Testing

@testable import Questions

@Suite struct QuestionsTests {
    @Test(arguments: ["app://girlQuestion?animated=true", "app://girlQuestion?animated=false", "app://girlQuestion"])
    func `the route shows its page with and without its parameter`(url: String) async throws {
        let questions = try await ModuleHarness(QuestionsModule.self)
        try await questions.open(RouteURL(url))
        #expect(questions.page?.title == "Questions for her")
    }

    @Test func `a parameter of another type is refused, and nothing is shown`() async throws {
        let questions = try await ModuleHarness(QuestionsModule.self)
        await #expect(throws: ParametersError.self) { try await questions.open("app://girlQuestion?animated=perhaps") }
        #expect(questions.commands.isEmpty)
    }

    @Test func `a button on another page opens the route`() async throws {
        let questions = try await ModuleHarness(QuestionsModule.self)
        try await questions.open("app://matches")
        try await questions.choose("Set the questions")
        #expect(questions.page?.title == "Questions for her")
    }
}
