/// What all routers cost in one workload.
struct WorkloadResult {
    let kind: WorkloadKind
    let routeCount: Int
    var figures: [Router: RouterFigures] = [:]

    /// The times of one router and work; empty where it does not take part.
    func times(_ router: Router, _ work: Work) -> Samples { figures[router]?.times[work] ?? Samples() }

    /// The allocations for each request.
    func allocations(_ router: Router, _ work: Work) -> Double { figures[router]?.allocations[work]?.median ?? .nan }

    /// The seconds from text to table.
    func build(_ router: Router) -> Samples { figures[router]?.build ?? Samples() }

    /// The bytes that a table holds for each route.
    func bytesHeld(_ router: Router) -> Double { Double(figures[router]?.size.held ?? 0) / Double(routeCount) }

    /// The bytes that a look-up reads for each route, where the router can tell.
    func bytesRead(_ router: Router) -> Double? {
        figures[router]?.size.readByLookUp.map { Double($0) / Double(routeCount) }
    }
}
