@_spi(Host) import ModuleKit
import Platform

/// The stand-in for the code of a module that other hosts run. It sends each request to one of these hosts.
struct FleetCode: ModuleCode {
    let member: FleetMember
    let module: String
    /// The routes. The index of a route is its number in requests.
    let routes: [RouteDescription]

    func answer(to request: Request, by number: Int) async throws -> Response {
        let route = routes[number]
        var tried: Set<String> = []
        var lost: FleetLoss?
        while let host = try member.host(of: module, with: route, excluding: tried) {
            tried.insert(host.card.id)
            do {
                if let response = try await ask(host, request) { return response }
            } catch let loss as FleetLoss {
                if case .undelivered = loss { continue }
                guard route.isIdempotent, lost == nil else { throw loss }
                lost = loss
            }
        }
        if let lost { throw lost }
        // The next candidates and the resolvers may now answer, as for a module that cannot start.
        return .declined
    }

    /// Sends a request to a host. Returns `nil` if the host did nothing, because it does not serve the module or is
    /// leaving the fleet.
    private func ask(_ host: FleetHost, _ request: Request) async throws -> Response? {
        let work = LongWork.begin("asking \(module) on \(host.card.name)…")
        defer { LongWork.end(work) }
        let start = ContinuousClock.now
        let answer = try await host.peer.ask(
            Messages.request, WireVersion(), module, FleetService.depth + request.depth, request.isTraced,
            request.relayed)
        switch answer {
        case .answered(let response, let steps):
            host.note(ContinuousClock.now - start, failed: false)
            request.trace(steps, of: host.card.name)
            return response
        case .failed(let error, let steps):
            host.note(ContinuousClock.now - start, failed: true)
            request.trace(steps, of: host.card.name)
            throw ServedFailure(error)
        case .notServed: return nil
        }
    }

    func decide(on request: Request, by interceptor: Int) async throws -> Decision { .pass }
    func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome { outcome }
    func receive(_ value: Payload, by subscription: Int) async throws {}
}

extension RouteDescription {
    /// Whether a request may be performed twice, according to a label of the route.
    fileprivate var isIdempotent: Bool { labels.contains { $0.name == RouteLabel.idempotent } }
}
