/// The connection from an isolated module's process to the host's mediator, which knows the routes of all modules.
///
/// Functions that are not `async` block their thread until there is an answer.
@_spi(Host) public protocol MediatorRelay: Sendable {
    /// Runs a request until its outcome.
    /// - Throws: the `RequestError` of the host's mediator; `contextRefused` if the request has a context object; or
    ///   `stageFailed` if no answer comes.
    func relay(_ request: RelayedRequest) async throws(RequestError) -> RequestOutcome
    /// Returns whether a URL would have an answer.
    /// - Throws: the `RequestError` of the host's mediator, or `stageFailed` if no answer comes.
    func availability(of url: String, for verb: Request.Verb, origin: Origin) throws(RequestError) -> Availability
    /// Returns the routes that have a label and that an origin may request.
    func routes(labelled label: String, origin: Origin) -> [LabelledRoute]
    /// Notifies all subscribers of an event.
    func publish(_ event: String, _ value: Payload, reach: EventReach) async -> Delivery
    /// Returns the base URL of a web service.
    /// - Throws: `WebServiceError` (`notConfigured`) if there is none.
    func webService(_ name: String) throws(WebServiceError) -> String
    /// Redacts query items with these names in URLs below the base URL of a web service.
    func redact(_ names: Set<String>, below base: String)
    /// Replaces the interceptors and subscriptions of the module.
    /// - Throws: `RegistrationError.refused` if the host does not accept them.
    func redeclare(_ registration: Registration) throws(RegistrationError)
}

/// A request for the mediator of another process.
@_spi(Host) public struct RelayedRequest: Sendable {
    /// The URL as the caller wrote it.
    public let url: String
    /// The kind of answer that the caller wants.
    public let verb: Request.Verb
    /// The body of a call.
    public let body: Payload?
    /// The caller's origin.
    public let origin: Origin
    /// The options of the request.
    public var options: RequestOptions
    /// Whether the caller waits for the value that the opened page is dismissed with.
    public let awaitsResult: Bool
    /// Whether the call wants a `Page` as its value: the page that an `open` would show.
    public let wantsPage: Bool

    /// Describes a request.
    public init(
        url: String, verb: Request.Verb, body: Payload?, origin: Origin, options: RequestOptions, awaitsResult: Bool,
        wantsPage: Bool
    ) {
        (self.url, self.verb, self.body, self.origin) = (url, verb, body, origin)
        (self.options, self.awaitsResult, self.wantsPage) = (options, awaitsResult, wantsPage)
    }
}

extension Origin {
    /// The origin of the request that the current task works on; `nil` outside of requests.
    @_spi(Host) public static var ofCurrentRequest: Origin? { ActiveRequest.current?.origin }
    /// The origin of the request that the current task works on. If the task instead handles the message of a link,
    /// action or form of a page: the origin of the person who chose it.
    @_spi(Host) public static var ofCurrentWork: Origin? { ofCurrentRequest ?? Submission.chooser }
}

@_spi(Host) extension Switchboard {
    /// Runs a request that came from the mediator of another process.
    /// - Throws: `RequestError`, like `open` and `call`.
    @_spi(Host) public func mediate(_ request: RelayedRequest) async throws(RequestError) -> RequestOutcome {
        try await run(request.identity(of: request.origin), body: request.body)
    }

    /// The lowest level of log records that are written, or `nil` for none.
    @_spi(Host) public var logLevel: LogLevel? { observer?.logLevel }
}
