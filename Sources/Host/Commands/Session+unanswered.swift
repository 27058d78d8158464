@_spi(Host) import ModuleKit

extension Session {
    /// What the command line says of a request that was not answered; of one without a route also who would answer if it
    /// ran, or which remotes were asked in vain.
    func failure(_ error: RequestError) async -> Failure {
        var failure = Failure(error)
        guard case .noRoute(let url, let asked, let near) = error else { return failure }
        let beginning = RequestError.without(routeFor: url, asked: asked)
        if let absentee = await runtime.absentee(for: url, origin: origin) {
            failure.message = "\(beginning): \(absentee.absence)"
        } else if let remotes = remotesWithoutAnswer(for: url) {
            let advice =
                near.isEmpty
                ? "check the address of the remote, or \(RequestError.advice(near))"
                : "\(RequestError.advice(near)) Otherwise check the address of the remote"
            failure.message = "\(beginning), nor did the remote \(remotes) know it; \(advice)"
        }
        return failure
    }

    /// The remotes that the user named and that were asked for a URL in vain; `nil` where there are none, and for an
    /// outsider, whom they do not concern.
    private func remotesWithoutAnswer(for url: String) -> String? {
        guard origin != .external, let url = try? RouteURL(url) else { return nil }
        let names = mediator.resolvers.compactMap { Self.name($0, asked: url) }
        return names.isEmpty ? nil : names.joined(separator: " or ")
    }

    private static func name(_ resolver: any Resolver, asked url: RouteURL) -> String? {
        switch resolver {
        case let remote as ConfiguredRemote: remote.covers(url) ? name(remote.resolver, asked: url) : nil
        case let table as LookupTable: table.isBuiltIn ? nil : table.name
        // No other status says that there is no answer.
        case let service as HTTPLookup: "\(service.name) (404)"
        default: resolver.name
        }
    }
}
