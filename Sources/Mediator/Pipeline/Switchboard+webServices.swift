@_spi(Host) extension Switchboard {
    /// Returns the base URL of a web service.
    ///
    /// - Throws: `WebServiceError` (`notConfigured`) if no resolver has the service.
    @_spi(Host) public func webService(_ name: String) throws(WebServiceError) -> String {
        if let relay { return try relay.webService(name) }
        for resolver in resolvers {
            if let base = resolver.webServices[name] { return base }
        }
        let names = resolvers.flatMap { $0.webServices.keys }.sorted()
        throw .notConfigured(configured: names)
    }

    /// Redacts query items with these names in every URL of a web service, permanently; other URLs of its host stay as
    /// they are.
    ///
    /// - Parameter base: the service's base URL.
    @_spi(Host) public func redact(_ names: Set<String>, below base: String) {
        relay?.redact(names, below: base)
        let url = RouteURL(base)
        guard !names.isEmpty, let scheme = url.scheme, let host = url.host else {
            return
        }
        // No item of a query has NUL in its name, so that the path itself is never a sensitive parameter.
        let rest = PatternElement.wildcard(name: "\0", allowsNone: true)
        let elements = url.segments.map { PatternElement.literal($0) } + [rest]
        redaction.learn(RoutePattern(text: base, scheme: scheme, host: host, elements: elements), names)
    }

    /// Checks that a call still is one of its module to its service, and returns its body.
    ///
    /// An interceptor may have changed its URL and its body, and a stub may have passed the call on in a request of its own.
    func check(
        _ call: WebServiceCall, _ request: Request, shown: (String) -> String
    ) throws(RequestError) -> [UInt8]? {
        do throws(WebServiceError) {
            guard request.origin == .module(call.module) else { throw .notOwn(origin: request.origin) }
            guard WebServiceCall.covers(request.url, base: try webService(call.service)) else {
                throw .outside(url: shown(request.url.text))
            }
            return try call.bytes(of: request.body)
        } catch {
            throw RequestError(.callNotSent(service: call.service, reason: "\(error)"))
        }
    }
}

extension ActiveRequest {
    /// Returns whether a route is a candidate for the request.
    ///
    /// A call to a web service is meant for the service: a route of another verb does not refuse it, and one for any host
    /// does not receive its body and its header fields.
    @inline(__always)
    func mayAsk(_ entry: RouteTable.Entry) -> Bool { passed == nil || verb != .call || !isForService(besides: entry) }

    private func isForService(besides entry: RouteTable.Entry) -> Bool {
        guard context is WebServiceCall else { return false }
        let pattern = entry.route.pattern.lowercased()
        return !accepts(entry.route.verb) || pattern.hasPrefix("https://*") || pattern.hasPrefix("http://*")
    }
}
