import ModuleKit
import TestSupport

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
        let path = question.url.segments.joined(separator: "/")
        guard let file = try? ExampleServices.answer(of: name, to: path), let answer = try? Payload(json: file) else {
            throw .status(resolver: name, code: 404, excerpt: "")
        }
        return .value(answer)
    }

    func canResolve(_ url: RouteURL) -> Availability { .no }
}

extension ModuleHarness<AccountModule> {
    /// The module with the service of the demonstration, and with stubs of other modules.
    static func account(stubs: [String: Stub] = [:]) async throws -> ModuleHarness {
        try await ModuleHarness(AccountModule.self, stubs: stubs, resolvers: [AccountService()])
    }

    /// Logs a user in.
    @discardableResult
    func logIn(_ user: String, password: String = "hush") async throws -> Session {
        try await call("app://account/session/begin", Credentials(user: user, password: password))
    }
}
