@_spi(Host) import ModuleKit

extension Session {
    /// What the command line says of a request that was not answered; of one without a route also who would answer if it
    /// ran.
    func failure(_ error: RequestError) async -> Failure {
        var failure = Failure(error)
        guard case .noRoute(let url, let asked, _) = error else { return failure }
        let beginning = RequestError.without(routeFor: url, asked: asked)
        if let module = await runtime.absentee(for: url, origin: origin) {
            failure.message = "\(beginning): \(module.absence)"
        }
        return failure
    }
}
