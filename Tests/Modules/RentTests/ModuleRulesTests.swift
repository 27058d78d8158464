import ModuleKit
import Testing

@testable import Rent

@Suite(.timeLimit(.minutes(2))) struct `The rules of modules in Rent` {
    @Test func `Rent follows the rules of modules`() async {
        let faults = await ModuleCheck.faults(RentModule.self)
        #expect(faults == [])
    }
}
