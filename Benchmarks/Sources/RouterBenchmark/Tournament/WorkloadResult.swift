/// The costs of all routers in one workload.
struct WorkloadResult {
    let kind: WorkloadKind
    let routeCount: Int
    var figures: [Router: RouterFigures] = [:]

    /// Returns the times of one router and work; empty if the router does not take part.
    func times(_ router: Router, _ work: Work) -> Samples { figures[router]?.times[work] ?? Samples() }

    /// Returns the allocations for each request.
    func allocations(_ router: Router, _ work: Work) -> Double { figures[router]?.allocations[work]?.median ?? .nan }

    /// Returns the seconds from text to table.
    func build(_ router: Router) -> Samples { figures[router]?.build ?? Samples() }

    /// Returns the bytes that a table holds for each route.
    func bytesHeld(_ router: Router) -> Double { Double(figures[router]?.size.held ?? 0) / Double(routeCount) }

    /// Returns the bytes that a look-up reads for each route, if the router reports them.
    func bytesRead(_ router: Router) -> Double? {
        figures[router]?.size.readByLookUp.map { Double($0) / Double(routeCount) }
    }
}
