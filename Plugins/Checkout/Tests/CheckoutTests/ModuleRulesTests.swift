import ModuleTesting
import Testing

@testable import Checkout

struct ModuleRulesTests {
    @Test func `Checkout follows the rules of modules`() async {
        let faults = await ModuleCheck.faults(CheckoutModule.self)
        #expect(faults == [])
    }
}
