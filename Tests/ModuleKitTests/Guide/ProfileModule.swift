import ModuleKit

/// The calls of the web service `accounts` in `Documentation/Network.md`.
enum ProfileAPI: APICall {
    case profile(id: Int)
    case rename(id: Int, name: String)
    case login(user: String, password: String)
    case picture(id: Int, [UInt8])

    struct Answer: Codable, Sendable { let name: String, city: String? }

    var service: String { "accounts" }

    var path: RouteURL {
        switch self {
        case .profile(let id), .rename(let id, _): "profiles/\(id)"
        case .login: "user/login"
        case .picture(let id, _): "profiles/\(id)/picture"
        }
    }

    var method: HTTPMethod {
        switch self {
        case .profile: .get
        case .rename: .patch
        case .login: .post
        case .picture: .put
        }
    }

    var query: QueryItems { if case .profile = self { ["fields": "name,city"] } else { [:] } }

    var body: APIBody {
        switch self {
        case .profile: .none
        case .rename(_, let name): .json(["name": name])
        case .login(let user, let password): .json(["user": user, "password": password])
        case .picture(_, let bytes): .bytes(bytes, mediaType: "image/jpeg")
        }
    }

    static var sensitiveParameters: Set<String> { ["password"] }
}

/// The body of a failure of the service.
struct Problem: Decodable, Sendable { let reason: String }

/// A view's words for a profile.
struct ProfileLine: Reformer {
    func reform(_ answer: ProfileAPI.Answer) throws -> String {
        answer.city.map { "\(answer.name), \($0)" } ?? answer.name
    }
}

/// What `Documentation/Network.md` shows, as a module that runs.
struct ProfileModule: Module {
    static let info = ModuleInfo("Profile", "1.0", "Shows profiles").webServices("accounts")

    private let context: ModuleContext
    let sent = Live(0.0)

    init(context: ModuleContext) { self.context = context }

    var interceptors: [Interceptor] {
        Interceptor("offline") { request in
            guard let call = request.context(as: WebServiceCall.self), call.method == .patch else { return .pass }
            return .refuse("\(call) is not allowed now; try later")
        }
        Interceptor("credentials") { request in
            try request.context(as: WebServiceCall.self)?.addHeader("Authorization", "Bearer 42")
            return .pass
        }
    }

    var routes: [Route] {
        Open("/profile/:id") { (request: Request) -> Page in
            let line = try await context.send(ProfileAPI.profile(id: 7), reformedBy: ProfileLine())
            return Page("Profile") { line }
        }
        Call("/profile/rename") { (_: Request) async throws -> String in
            try await context.send(ProfileAPI.rename(id: 7, name: "Ann"), retries: 2).name
        }
        Call("/profile/guess") { (_: Request) async throws -> String in
            let response = try await context.response(to: ProfileAPI.login(user: "ann", password: "guess"))
            guard response.isSuccess else { return try response.decode(as: Problem.self).reason }
            return try response.answer().name
        }
        Call("/profile/login") { (_: Request) async throws -> String in
            try await context.send(ProfileAPI.login(user: "ann", password: "secret")).name
        }
        Call("/profile/name/:id", taking: Int.self) { id in try await name(of: id) }
        Call("/profile/upload") { (_: Request) async throws -> String in try await upload([1, 2, 3]).name }
    }

    private func name(of id: Int) async throws -> String {
        do throws(RequestError) {
            return try await context.send(ProfileAPI.profile(id: id)).name
        } catch {
            guard error.status == 404 else { throw error }
            return "an unknown user"
        }
    }

    private func upload(_ bytes: [UInt8]) async throws -> ProfileAPI.Answer {
        let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
        async let answer = context.send(ProfileAPI.picture(id: 7, bytes), progress: progress)
        for await part in parts { sent.value = part.fraction }
        return try await answer
    }
}
