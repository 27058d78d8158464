import ModuleKit

@testable import Account

/// The web service `accounts` of a test: it fails, gives a fixed answer, or answers as the demonstration does.
struct AccountService: Resolver {
    let name = "accounts"
    var error: ResolverError?
    var answer: Payload?
    /// Runs before each answer.
    var asked: @Sendable () async -> Void = {}

    var webServices: [String: String] { ["accounts": "https://accounts.test"] }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        await asked()
        if let error { throw error }
        if let answer { return .value(answer) }
        let user = "\(question.url)".split(separator: "/").last.map(String.init) ?? ""
        do throws(RequestError) {
            return .value(Payload(try DemonstrationService.answer(to: .login(userName: user, password: "any"))))
        } catch {
            guard case .remote(_, let reason) = error else { return nil }
            throw reason
        }
    }

    func canResolve(_ url: RouteURL) -> Availability { .no }
}

extension ModuleHarness<AccountModule> {
    /// The module with the service of the demonstration, and with stubs of other modules.
    static func account(stubs: [String: Stub] = [:]) async throws -> ModuleHarness {
        try await ModuleHarness(AccountModule.self, stubs: stubs, resolvers: [AccountService()])
    }
}
