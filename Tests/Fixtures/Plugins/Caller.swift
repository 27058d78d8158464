// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// A module that sends calls to a web service.
struct CallerModule: Module {
    static let info = ModuleInfo("Caller", "1.0", "Sends calls").webServices("accounts")

    struct Search: APICall {
        typealias Answer = String
        let service: String
        let text: String
        var path: RouteURL { "search" }
        var query: QueryItems { ["text": text] }
        var headers: [String: String] { ["Authorization": "Bearer t0psecret"] }
        static var sensitiveParameters: Set<String> { ["text"] }
    }

    struct Upload: APICall {
        typealias Answer = String
        let service = "accounts"
        let path: RouteURL = "picture"
        let method = HTTPMethod.put
        let body = APIBody.bytes([1, 2, 3, 4], mediaType: "image/png")
    }

    struct Picture: APICall {
        typealias Answer = [UInt8]
        let service = "accounts"
        let path: RouteURL = "picture"
        var query: QueryItems { ["size": 2] }
    }

    struct Problem: Decodable { let code: String }

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/caller/search", access: .public) { (_: Request) async throws -> String in
            try await context.send(Search(service: "accounts", text: "hidden words"))
        }
        Call("/caller/upload") { (_: Request) async throws -> [Int] in
            let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
            _ = try await context.send(Upload(), progress: progress)
            var sent: [Int] = []
            for await part in parts { sent.append(part.sent) }
            return sent
        }
        Call("/caller/picture") { (_: Request) async throws -> [Int] in
            try await context.send(Picture()).map { Int($0) }
        }
        Call("/caller/problem") { (_: Request) async throws -> String in
            let response = try await context.response(to: Upload())
            return
                "\(response.status) \(response.headers["x-rate"] ?? "") \(try response.decode(as: Problem.self).code)"
        }
        Call("/caller/bank") { (_: Request) async throws -> String in
            try await context.send(Search(service: "bank", text: "x"))
        }
    }
}

@c(switchboard_v1_Caller)
public func switchboardCaller(_ host: HostPointer) -> CInt { CallerModule.export(to: host) }
