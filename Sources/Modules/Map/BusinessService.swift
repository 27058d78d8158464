import ModuleKit

/// The homes of all modules with the label of the map.
struct BusinessService: Sendable {
    private static let label = "map.homes"

    /// The time for all businesses, which are asked at once: they have 5 seconds for their servers, so that their own errors
    /// come in time.
    private static let deadline = Duration.seconds(7)

    let context: ModuleContext

    /// Returns what the reformer makes of the homes of all businesses, with the failures of those that did not answer.
    func map(reformedBy reformer: some Reformer<[Business], [Annotation]>) async throws -> MapContent {
        var businesses: [Business] = []
        var failures: [MapContent.Failure] = []
        for (name, answer) in await answers() {
            switch answer {
            case .success(let homes): businesses.append(Business(name: name, homes: homes))
            case .failure(let error): failures.append(MapContent.Failure(business: name, reason: error))
            }
        }
        return MapContent(annotations: try reformer.reform(businesses), failures: failures)
    }

    private typealias Answer = (name: String, homes: Result<[BusinessHome], RequestError>)

    /// Returns the answers in the order of the routes.
    private func answers() async -> [Answer] {
        let routes = context.routes(labelled: Self.label).filter { $0.verb == .call }
        return await withTaskGroup(of: (Int, Answer).self) { group in
            for (number, route) in routes.enumerated() {
                guard let url = route.url else { continue }
                group.addTask { (number, (route.text ?? route.module, await homes(at: url))) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func homes(at url: RouteURL) async -> Result<[BusinessHome], RequestError> {
        do throws(RequestError) {
            let options = RequestOptions(deadline: Self.deadline)
            return .success(try await context.call(url, as: [BusinessHome].self, options: options))
        } catch {
            return .failure(error)
        }
    }
}

struct MapContent: Sendable {
    let annotations: [Annotation]
    let failures: [Failure]

    /// A business without an answer.
    struct Failure: Sendable {
        let business: String
        let reason: RequestError

        /// The business, and its own reason without the way to it.
        var words: String { "\(business): \(reason.cause ?? reason)" }
    }
}
