import ModuleKit
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `The rules of modules in Messages` {
    @Test func `Messages follows the rules of modules`() async {
        let faults = await ModuleCheck.faults(MessagesModule.self)
        #expect(faults == [])
    }
}
