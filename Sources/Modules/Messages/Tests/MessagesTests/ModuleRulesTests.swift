import ModuleTesting
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `The rules of modules in Messages` {
    @Test func `Messages follows the rules of modules`() async {
        let service = [
            "https://messages.test/inbox/lin": Stub.value([Int]()),
            "https://messages.test/send": .value([String: String]()),
        ]
        let stubs = AccountStub("lin").stubs.merging(service) { first, _ in first }
        let report = await ModuleCheck.report(MessagesModule.self, stubs: stubs)
        #expect(report.faults == [] && report.warnings == [], "\(report)")
        #expect((report.answered, report.asked) == (4, 4))
    }
}
