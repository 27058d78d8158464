import ModuleKit

/// A call of the web service `accounts` in `Documentation/Network.md`.
struct ProfileAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    var method = HTTPMethod.get
    var query: QueryItems = [:]
    var body = APIBody.none

    var service: String { "accounts" }
    static var sensitiveParameters: Set<String> { ["password"] }
}

struct Profile: Codable, Sendable { let name: String, city: String? }

extension ProfileAPI<Profile> {
    static func profile(id: Int) -> Self { Self(path: "profiles/\(id)", query: ["fields": "name,city"]) }

    static func rename(id: Int, name: String) -> Self {
        Self(path: "profiles/\(id)", method: .patch, body: .json(["name": name]))
    }

    static func login(user: String, password: String) -> Self {
        Self(path: "user/login", method: .post, body: .json(["user": user, "password": password]))
    }
}

extension ProfileAPI<Payload> {
    static func picture(id: Int, _ bytes: [UInt8]) -> Self {
        Self(path: "profiles/\(id)/picture", method: .put, body: .bytes(bytes, mediaType: "image/jpeg"))
    }
}

/// The body of the service's failure.
struct Problem: Decodable, Sendable { let reason: String }

/// A profile as a line of text.
struct ProfileLine: Reformer {
    func reform(_ profile: Profile) throws -> String {
        profile.city.map { "\(profile.name), \($0)" } ?? profile.name
    }
}

/// The examples of `Documentation/Network.md`, as a module that runs.
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
        Call("/profile/upload") { (_: Request) async throws -> String in try await upload([1, 2, 3]) }
    }

    private func name(of id: Int) async throws -> String {
        do throws(RequestError) {
            return try await context.send(ProfileAPI.profile(id: id)).name
        } catch {
            guard error.status == 404 else { throw error }
            return "an unknown user"
        }
    }

    private func upload(_ bytes: [UInt8]) async throws -> String {
        let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
        async let answer = context.send(ProfileAPI.picture(id: 7, bytes), progress: progress)
        for await part in parts { sent.value = part.fraction }
        return try await answer.decode(as: Profile.self).name
    }
}
