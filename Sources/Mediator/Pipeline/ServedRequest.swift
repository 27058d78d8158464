import Synchronization

/// The parts of a request that this host sends to another host of the fleet, which runs the handler.
@_spi(Host) extension Request {
    /// The request for another host's mediator, with the remaining time as its deadline.
    public var relayed: RelayedRequest {
        let active = owner as? ActiveRequest
        return RelayedRequest(
            url: url.text, verb: verb, body: body, origin: origin,
            options: RequestOptions(deadline: active?.timeLeft ?? .zero), awaitsResult: awaitsResult,
            wantsPage: active?.wantsPage ?? false)
    }

    /// Whether the request is traced.
    public var isTraced: Bool { (owner as? ActiveRequest)?.isTraced ?? false }

    /// The number of nested requests on this host, including this request.
    public var depth: Int { (owner as? ActiveRequest)?.chain.count ?? 1 }

    /// Adds the stages on another host to the trace.
    public func trace(_ steps: [TraceStep], of host: String) {
        (owner as? ActiveRequest)?.state.withLock { $0.record.trace?.add(steps, of: host) }
    }
}

/// The error of a request on another host, which becomes the error of the request on this host.
@_spi(Host) public struct ServedFailure: Error {
    let error: RequestError

    /// Wraps the error that the other host sent.
    public init(_ error: RequestError) { self.error = error }
}

@_spi(Host) extension Switchboard {
    /// Returns the feedback that this host's navigator would give on a command of a request that runs on another host.
    public func forecast(_ command: NavigationCommand, for request: Request) async -> Feedback {
        await navigator(for: request).forecast(command, for: request)
    }

    /// Waits until the page of another host's request has left this host's navigator, and returns its result.
    public func result(of request: Request) async -> PageResult {
        await Self.pausing(request.active) { await navigator(for: request).result(of: request) }
    }

    static func pausing<Value>(_ active: ActiveRequest?, _ body: () async -> Value) async -> Value {
        guard let active, active.isAwaited else { return await body() }
        return await active.pausingClock(body)
    }
}

@_spi(Host) extension Manifest {
    /// Returns the declarations for other hosts: the routes that are not `internal`, with their rewrites and types.
    ///
    /// Interceptors and subscriptions are left out because they run on the module's host; services, because they are
    /// Swift objects, which cannot leave a process.
    public func served(of owner: String) -> Manifest {
        var registration = registration(of: owner)
        registration.interceptors = []
        registration.subscriptions = []
        registration.services = []
        registration.routes.removeAll { $0.access == .internal }
        return Manifest(registration, hasValues: true)
    }
}
