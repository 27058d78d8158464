import ModuleTesting
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(2))) struct `The rules of modules in Account` {
    @Test func `Account follows the rules of modules`() async {
        let answer = Stub.value(["name": "Lin", "token": "t"])
        let report = await ModuleCheck.report(
            AccountModule.self, stubs: ["https://accounts.test/login/example": answer])
        #expect(report.faults == [])
        #expect(
            report.warnings == [
                "route /account/profile did not answer the good request `open app://account/profile`: "
                    + "app://account/profile is refused by Account's interceptor session: it leads to "
                    + "app://account/login first, and the page was not answered within 0 s; dismiss it, or choose one "
                    + "of "
                    + "its entries"
            ])
        #expect((report.answered, report.asked) == (8, 9))
    }
}
