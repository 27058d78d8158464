import ModuleKit
import Testing

@testable import Account

@Test func `Account starts alone`() async throws {
    let harness = try await ModuleHarness(AccountModule.self)
    try await harness.open("app://Account/list")
    #expect(harness.commands.count == 1)
}
