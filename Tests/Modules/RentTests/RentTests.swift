import ModuleKit
import Testing

@testable import Rent

@Test func `Rent starts alone`() async throws {
    let harness = try await ModuleHarness(RentModule.self)
    try await harness.open("app://Rent/list")
    #expect(harness.commands.count == 1)
}
