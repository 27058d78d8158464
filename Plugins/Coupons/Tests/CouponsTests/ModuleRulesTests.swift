import ModuleTesting
import Testing

@testable import Coupons

struct ModuleRulesTests {
    @Test func `Coupons follows the rules of modules`() async {
        let faults = await ModuleCheck.faults(CouponsModule.self)
        #expect(faults == [])
    }
}
