import Synchronization

@_spi(Host) extension Switchboard {
    var hostDescription: HostDescription { host.withLock(\.self) }

    /// Sets the description of the host for resolvers; running questions keep the previous description.
    @_spi(Host) public func describe(_ host: HostDescription) { self.host.withLock { $0 = host } }

    /// Sets the modules of the host, with their versions, in its description for resolvers.
    @_spi(Host) public func describe(modules: [String: String]) { host.withLock { $0.modules = modules } }

    var moduleInstaller: (any ModuleInstaller)? { installer.withLock(\.self) }

    /// Sets the installer of modules that resolvers offer; without an installer, offers are refused.
    @_spi(Host) public func allowInstallation(by installer: any ModuleInstaller) {
        self.installer.withLock { $0 = installer }
    }

    /// Returns, for each resolver in order, the answer that it has without asking its service, or `nil` if it must ask.
    /// - Throws: `RequestError` (`invalidURL`).
    @_spi(Host) public func recall(
        _ url: RouteURL, origin: Origin
    ) throws(RequestError) -> [(resolver: String, answer: RecalledAnswer?)] {
        guard shown(url.text) == url.text else { return [] }
        try url.checkIsValid(showing: shown)
        let question = Question(url, origin: origin, host: hostDescription)
        return resolvers.map { ($0.name, $0.recall(question)) }
    }

    /// Returns the base URL of a web service.
    /// - Throws: `WebServiceError` (`notConfigured`) if no resolver has the service.
    @_spi(Host) public func webService(_ name: String) throws(WebServiceError) -> String {
        if let relay { return try relay.webService(name) }
        for resolver in resolvers {
            if let base = resolver.webServices[name] { return base }
        }
        let names = resolvers.flatMap { $0.webServices.keys }.sorted()
        throw .notConfigured(configured: names)
    }

    /// Permanently redacts query items with these names in URLs of a web service, but not in other URLs of its host.
    ///
    /// - Parameter base: the service's base URL.
    @_spi(Host) public func redact(_ names: Set<String>, below base: String) {
        relay?.redact(names, below: base)
        let url = RouteURL(base)
        guard !names.isEmpty, let scheme = url.scheme, let host = url.host else { return }
        // A query item's name cannot contain NUL, so the wildcard's name is never among the names to redact.
        let rest = PatternElement.wildcard(name: "\0", allowsNone: true)
        let elements = url.segments.map { PatternElement.literal($0) } + [rest]
        redaction.learn(RoutePattern(text: base, scheme: scheme, host: host, elements: elements), names)
    }

    /// Checks that a call still belongs to its module and its service, and returns its body.
    ///
    /// An interceptor may have changed the URL and the body, and a stub may have passed the call on in another request.
    func check(_ call: WebServiceCall, _ request: Request, shown: (String) -> String) throws(RequestError) -> [UInt8]? {
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
