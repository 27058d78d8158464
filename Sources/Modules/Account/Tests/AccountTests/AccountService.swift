import ModuleTesting
import TestSupport

@testable import Account

/// The web service `accounts` of a test, which answers as the demonstration does.
enum AccountService {
    static let pattern = "https://accounts.test/login/:user"
    /// The answer of the demonstration.
    static let login = Stub.handler(.call) { request in .value(try answer(to: request)) }

    static func answer(to request: Request) throws -> Payload {
        let path = request.url.segments.joined(separator: "/")
        guard let file = try? ExampleServices.answer(of: "accounts", to: path) else {
            throw ResolverError.status(resolver: "accounts", code: 404, excerpt: "")
        }
        return try Payload(json: file)
    }
}

extension ModuleHarness<AccountModule> {
    /// The module with stubs of other modules, and with the demonstration's service or another service.
    static func account(
        stubs: [String: Stub] = [:], service: Stub = AccountService.login
    ) async throws -> ModuleHarness {
        try await ModuleHarness(
            AccountModule.self, stubs: stubs.merging([AccountService.pattern: service.optional]) { $1 })
    }

    /// Logs a user in.
    @discardableResult
    func logIn(_ user: String, password: String = "hush") async throws -> Session {
        try await call("app://account/session/begin", Credentials(user: user, password: password))
    }
}
