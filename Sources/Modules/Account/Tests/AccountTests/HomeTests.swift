import ModuleTesting
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(2))) struct `The home of the app` {
    static let rows: [(others: [String], tabs: [String])] = [
        ([], ["Account"]),
        (["app://messages/inbox"], ["Messages", "Account"]),
        (["app://rent/list", "app://map", "app://messages/inbox"], ["Homes", "Map", "Messages", "Account"]),
    ]

    @Test(arguments: rows) func `the home has a tab for each part that can be opened`(
        _ row: (others: [String], tabs: [String])
    ) async throws {
        let stubs = Dictionary(uniqueKeysWithValues: row.others.map { ($0, Stub.answer(Page($0) {}).optional) })
        let account = try await ModuleHarness.account(stubs: stubs)
        try await account.open("app://account/home")
        #expect(account.navigator.tabs.map(\.name) == row.tabs)
        #expect(account.navigator.tab?.name == row.tabs.first)
        #expect(account.page?.title == row.others.first ?? "User centre")
    }
}
