import ModuleTesting
import Testing

@testable import Rent

@Suite(.timeLimit(.minutes(2))) struct `The rules of modules in Rent` {
    @Test func `Rent follows the rules of modules`() async {
        let report = await ModuleCheck.report(RentModule.self, stubs: RentServer.stubs)
        #expect(report.faults == [] && report.warnings == [], "\(report)")
        #expect((report.answered, report.asked) == (4, 4))
    }
}
