import ModuleKit

/// The calls of the web service `accounts`.
enum AccountAPI: APICall {
    case login(userName: String, password: String)

    /// The answer to a log-in.
    struct Answer: Codable, Sendable, Equatable {
        /// The user's name for people.
        let name: String
        /// The text that stands for the user in later calls.
        let token: String
    }

    static let service = "accounts"

    var service: String { Self.service }

    var path: String {
        switch self {
        case .login(let userName, _): "login/\(userName)"
        }
    }

    var method: HTTPMethod { .post }

    var parameters: APIParameters {
        switch self {
        case .login(let userName, let password): .json(["userName": userName, "password": password])
        }
    }

    static var sensitiveParameters: Set<String> { ["password", "token"] }
}

extension ModuleContext {
    /// Sends a call, or answers it as the service of the demonstration where the host has no address for the service.
    func answer(to call: AccountAPI) async throws(RequestError) -> AccountAPI.Answer {
        do {
            return try await send(call)
        } catch .callNotSent(_, reason: .notConfigured) {
            return try DemonstrationService.answer(to: call)
        }
    }
}

/// The service of the demonstration: the files in `Answers`, which a web server can serve, too.
enum DemonstrationService {
    /// The names of the users in URLs.
    static let userNames = ["lin", "chen", "maria"]

    private static let files = [
        "login/lin": PackageResources.lin_json,
        "login/chen": PackageResources.chen_json,
        "login/maria": PackageResources.maria_json,
    ]

    /// Returns the file for the path of the call.
    ///
    /// - Throws: the error of a web server without such a file.
    static func answer(to call: AccountAPI) throws(RequestError) -> AccountAPI.Answer {
        let url = "demonstration/\(call.path)"
        guard let file = files[call.path] else {
            throw .remote(url: url, reason: .status(resolver: call.service, code: 404, excerpt: ""))
        }
        do {
            return try Payload(json: file).decode()
        } catch {
            throw .remote(url: url, reason: .invalidAnswer(resolver: call.service, reason: "\(error)"))
        }
    }
}
