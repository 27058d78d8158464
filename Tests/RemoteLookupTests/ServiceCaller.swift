import ModuleTesting
import TestSupport

@testable import RemoteLookup

/// A module that sends calls to the web service `accounts`.
struct ServiceCaller: Module {
    static let info = ModuleInfo("Caller", "1.0", "Sends calls").webServices("accounts", "other")

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var interceptors: [Interceptor] {
        Interceptor("language") { request in
            let call = request.context(as: WebServiceCall.self)
            try call?.addHeader("Accept-Language", "zh")
            if call?.headers["X-Test"] == "replace" { try call?.addHeader("x-tesT", "replaced") }
            if call?.headers["X-Test"] == "inject" { try call?.addHeader("X-Line", "a\r\nHost: elsewhere") }
            return .pass
        }
    }

    var routes: [Route] {
        Call("/caller/name") { (request: Request) in
            try await context.onBehalf(of: request).send(AccountAPI.user(id: "1")).name
        }
    }

    /// The module's context, with the service at an address.
    static func context(
        at address: String, name: String = "accounts", timing: Timing = .system
    ) async throws -> ModuleContext {
        try await harness(at: address, name: name, timing: timing).module.context
    }

    static func harness(
        at address: String, name: String = "accounts", timing: Timing = .system
    ) async throws -> ModuleHarness<ServiceCaller> {
        let network = Network(timing: timing)
        return try await ModuleHarness(
            ServiceCaller.self, resolvers: [try HTTPService(name, ResolverSetup(endpoint: address), network: network)])
    }
}

struct Account: Codable, Sendable, Equatable { let name: String }

/// The calls of the service, as a module declares them.
enum AccountAPI: APICall {
    typealias Answer = Account

    case user(id: String)
    case search(text: String, page: Int?)
    case login(user: String, password: String)
    case rename(String)
    case picture([UInt8])
    case remove

    var service: String { "accounts" }

    var path: RouteURL {
        switch self {
        case .user(let id): "/users/\(id)"
        case .search: "users"
        case .login: "user/login"
        case .rename, .remove: "users/me"
        case .picture: "users/me/picture"
        }
    }

    var method: HTTPMethod {
        switch self {
        case .user, .search: .get
        case .login: .post
        case .rename: .patch
        case .picture: .put
        case .remove: .delete
        }
    }

    var query: QueryItems { if case .search(let text, let page) = self { ["text": text, "page": page] } else { [:] } }

    var body: APIBody {
        switch self {
        case .user, .search, .remove: .none
        case .login(let user, let password): .json(["user": user, "password": password])
        case .rename(let name): .json(Account(name: name))
        case .picture(let bytes): .bytes(bytes, mediaType: "image/jpeg")
        }
    }

    var headers: [String: String] { ["Authorization": "Bearer s3cret-token"] }

    static var sensitiveParameters: Set<String> { ["password", "token", "text"] }
}

/// A call with every part, for invalid input.
struct AnyCall: APICall {
    typealias Answer = Payload

    var service = "accounts"
    var path: RouteURL = "users"
    var method = HTTPMethod.get
    var query: QueryItems = [:]
    var body = APIBody.none
    var headers: [String: String] = [:]
}

/// A call with a password.
struct SecretCall: APICall {
    typealias Answer = Payload

    let service = "accounts"
    let path: RouteURL = "login"
    let method = HTTPMethod.post
    let body: APIBody

    static var sensitiveParameters: Set<String> { ["password"] }
}
