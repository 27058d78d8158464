import ModuleKit
import Testing

@testable import Messages

@Test func `Messages starts alone`() async throws {
    let harness = try await ModuleHarness(MessagesModule.self)
    try await harness.open("app://Messages/list")
    #expect(harness.commands.count == 1)
}
