import ModuleTesting
import Synchronization

@testable import Translation

/// A module with the routes of a translated table.
struct TableModule: Module {
    static let info = ModuleInfo("Table", "1.0", "A table of another router, translated")
    static let parameterTypes = [
        ParameterType("text", characters: .any, length: 1...8192),
        ParameterType("greeting", characters: .any, length: 1...8192),
        ParameterType("region", alternatives: ["us-west-1", "ap-northeast-2", "eu-west-3"]),
    ]
    /// The app's own hosts, which its routers ignore.
    private static let ownHosts = ["http://localhost", "https://www.mydomain.com", "arouter://m.aliyun.com"]

    let peerCase: PeerCase
    let table: [TranslatedRoute]
    let answers: Answers

    init(context: ModuleContext) throws { throw CancellationError() }

    init(_ peerCase: PeerCase, _ answers: Answers) throws {
        (self.peerCase, self.answers) = (peerCase, answers)
        table = try peerCase.table
    }

    var routes: [Route] {
        for (number, route) in table.enumerated() {
            for pattern in route.patterns {
                Open(pattern, access: route.isInternal ? .modules : .public) { request -> Response in
                    if let condition = route.condition {
                        guard try request.url.text.wholeMatch(of: Regex(condition)) != nil else { return .declined }
                    }
                    answers.add(try Answer(route, pattern, request))
                    return .done
                }
                .priority(peerCase.priorities?[number] ?? 0)
            }
        }
    }

    /// In an app, `--own-host` rewrites web URLs like this.
    var rewrites: [Rewrite] {
        for rewrite in peerCase.rewrites { rewrite }
        for host in Self.ownHosts { Rewrite("\(host)/*path?", to: "app://*path?") }
    }
}

/// The answers of a table's routes.
final class Answers: Sendable {
    private let list = Mutex<[Answer]>([])

    func add(_ answer: Answer) { list.withLock { $0.append(answer) } }

    var last: Answer? { list.withLock { $0.last } }
}

/// The route that answered a request, with the parameters of its handler.
struct Answer: Sendable {
    let route: TranslatedRoute
    /// The parameters of the path, by the other router's names.
    let path: [String: Value]
    /// The items of the query, in order.
    let query: [[String]]
    /// The object of the caller.
    let userInfo: [String: Value]

    init(_ route: TranslatedRoute, _ pattern: String, _ request: Request) throws {
        self.route = route
        let names = try RoutePattern(pattern, types: TableModule.parameterTypes).parameterNames
        var path: [String: Value] = [:]
        for name in names {
            guard let value = request.parameters[name] else { continue }
            let peerName = route.renamed[name] ?? name
            path[peerName] =
                peerName == "JLRouteWildcardComponents"
                ? .list(value.split(separator: "/").map(String.init)) : .text(value)
        }
        self.path = path
        query = request.parameters.items.dropFirst(path.count).map { [$0.name, $0.value] }
        userInfo = request.context() ?? [:]
    }
}
