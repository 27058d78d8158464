import ModuleKit
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(2))) struct `The rules of modules in Account` {
    @Test func `Account follows the rules of modules`() async {
        let faults = await ModuleCheck.faults(AccountModule.self)
        #expect(faults == [])
    }
}
