@_spi(Host) import Mediator

/// A module's access to other modules; each request carries the module's name as its origin.
///
/// Use `onBehalf(of:)` for a URL that came from a caller. A context is a value: keep it, copy it, use it in any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    let mediator: Switchboard
    private(set) var origin: Origin
    let validity: ContextValidity
    /// The module's description of itself; `nil` for a context without a module.
    private(set) var info: ModuleInfo?
    /// The values given for the module's settings; if a setting was given more than once, its last value applies.
    let given: [GivenSetting]
    /// The module's settings, secrets and records; unavailable while the host only reads declarations, and after
    /// `stop()`.
    public let storage: Storage

    /// Creates a module's context, for the host and for the test harness.
    @_spi(Host) public init(
        name: String, mediator: Switchboard, validity: ContextValidity = ContextValidity(),
        storage: StorageSource = StorageSource(unavailable: "only declarations are read; use it from `start()` on"),
        settings: [GivenSetting] = []
    ) {
        self.name = name
        self.mediator = mediator
        self.validity = validity
        self.storage = Storage(storage)
        given = settings
        origin = .module(name)
    }

    /// Returns a context whose requests have the origin of a request that the module received.
    ///
    /// Use it for a URL that came from the caller. The context reaches only routes that the caller itself may request.
    /// On behalf of an external caller, requests reach public routes only and cannot pass objects.
    ///
    /// ```swift
    /// Open("/share/with", taking: Share.self, Request.self) { share, request in
    ///     try await context.onBehalf(of: request).open(share.url)
    /// }
    /// ```
    public func onBehalf(of request: Request) -> ModuleContext {
        var context = self
        context.origin = request.origin
        return context
    }

    /// Returns a copy of the context with a module's description.
    package func of(_ info: ModuleInfo) -> ModuleContext {
        var context = self
        context.info = info
        return context
    }

    /// Returns the mediator if the module may still send requests.
    func mediator(for url: String) throws(RequestError) -> Switchboard {
        guard !validity.isOver else { throw RequestError(.moduleLeft(url: mediator.shown(url), module: name)) }
        return mediator
    }

    /// Returns the mediator for a request if the module may still send requests; in a test, also records the request.
    func mediator(
        for verb: Request.Verb, _ url: RouteURL, _ body: Payload? = nil, wanting type: Any.Type? = nil
    ) throws(RequestError) -> Switchboard {
        let mediator = try mediator(for: url.text)
        validity.used?(.request(verb, url, body, origin, wanted: type))
        return mediator
    }

    /// Opens a URL and returns the navigator's feedback.
    /// - Throws: `RequestError`; its `code` is the kind of failure, and its `cause` is the error that a handler threw.
    @discardableResult
    public func open(
        _ url: RouteURL, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await mediator(for: .open, url).open(url, origin: origin, options: options)
    }

    /// Opens a URL in a style, such as `.presented`, and returns the navigator's feedback.
    ///
    /// The style has no effect on a command, or if the page of a `single` route is already on the stack.
    /// - Throws: `RequestError`; its `code` is the kind of failure, and its `cause` is the error that a handler threw.
    @discardableResult
    public func open(_ url: RouteURL, style: StackEntry.Style) async throws(RequestError) -> Feedback {
        var options = RequestOptions()
        options.style = style
        return try await open(url, options: options)
    }

    /// Opens a URL, such as a picker's, and returns the value with which its page is dismissed; `nil` without a value.
    /// - Throws: `RequestError`, such as `refused` if no user can answer, or `unreadableValue` if the type differs.
    public func open<Value: Decodable>(
        _ url: RouteURL, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator(for: .open, url, wanting: type)
            .open(url, awaiting: type, origin: origin, options: options)
    }

    /// Calls a URL and discards the answer's value, if any.
    /// - Throws: `RequestError`; its `code` is the kind of failure, and its `cause` is the error that a handler threw.
    public func call(_ url: RouteURL, options: RequestOptions = RequestOptions()) async throws(RequestError) {
        _ = try await mediator(for: .call, url).call(url, origin: origin, options: options)
    }

    /// Calls a URL with a body and discards the answer's value, if any.
    /// - Throws: `RequestError`; its `code` is the kind of failure, and its `cause` is the error that a handler threw.
    public func call(
        _ url: RouteURL, _ body: some Encodable & Sendable, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) {
        let body = Payload(body)
        _ = try await mediator(for: .call, url, body).call(url, body: body, origin: origin, options: options)
    }

    /// Calls a URL and returns the value, whose type may be inferred: `let home: Home = try await context.call(url)`.
    /// - Throws: `RequestError`, such as `unreadableValue` if the value has another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, as type: Value.Type = Value.self, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: .call, url).call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL with a body and returns the value, whose type may be inferred.
    /// - Throws: `RequestError`, such as `unreadableValue` if the value has another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, _ body: some Encodable & Sendable, as type: Value.Type = Value.self,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        let body = Payload(body)
        return try await mediator(for: .call, url, body).call(
            url, body: body, as: type, origin: origin, options: options)
    }

    /// Calls a URL and returns the handler's object itself, without encoding it.
    /// - Throws: `RequestError`, such as `unreadableValue` if the object has another type.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: RouteURL, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator(for: .call, url, wanting: type)
            .call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL and returns the sequence of values with which it answers.
    /// - Throws: `RequestError`, such as `unreadableValue` if the answer is not a stream.
    public func stream<Value: Decodable & Sendable>(
        _ url: RouteURL, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator(for: .call, url, wanting: type)
            .stream(url, of: type, origin: origin, options: options)
    }

    /// Returns whether a URL may have an answer, without running a handler or calling a service.
    ///
    /// The result is `false` if the URL is invalid or this module has stopped, and `true` if only a request could
    /// decide.
    public func canOpen(_ url: RouteURL, for verb: Request.Verb = .open) -> Bool {
        availability(of: url, for: verb) != .no
    }

    /// Returns whether a URL has an answer: `yes`, `no`, or `undecided` if only a request could decide.
    ///
    /// The result is `no` if the URL is invalid or this module has stopped.
    public func availability(of url: RouteURL, for verb: Request.Verb = .open) -> Availability {
        (try? mediator(for: url.text).availability(of: url, for: verb, origin: origin)) ?? .no
    }

    /// Returns all modules' routes that have a label and that this module may request; does not start modules.
    ///
    /// The routes are sorted by module name, then by pattern. After this module has stopped, the list is empty.
    ///
    /// ```swift
    /// for entry in context.routes(labelled: "account.centre") {
    ///     if let url = entry.url { Link(entry.text ?? entry.pattern, to: url) }
    /// }
    /// ```
    public func routes(labelled label: String) -> [LabelledRoute] {
        if validity.isOver { return [] }
        validity.used?(.label(label))
        return mediator.routes(labelled: label, origin: origin)
    }

    /// Returns the service that a module offers for a key in an accepted version: `context.service(.couponBook)`.
    ///
    /// Without a range, the key's version and later ones up to the next major version are accepted. The object remains
    /// usable after its module has stopped. To avoid the object of a stopped module, call this function again before
    /// each use.
    /// - Throws: `ServiceError` if the version or type is not offered, the provider fails, or this module is isolated.
    public func service<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil
    ) throws(ServiceError) -> Value {
        validity.used?(
            .service(key.name, versions ?? key.versions, type: String(reflecting: Value.self), isRequired: true))
        return try mediator.service(key, versions)
    }

    /// Returns all services of a key in accepted versions: the highest version first, then by module name.
    ///
    /// If a view model's `content` calls this, the page is rebuilt when a service is added or removed. A service is
    /// left out and logged if its provider fails or its type differs. An isolated module gets and offers no services.
    public func services<Value: Sendable>(_ key: ServiceKey<Value>, _ versions: Range<Version>? = nil) -> [Value] {
        let values = mediator.services(key, versions, takenBy: name)
        validity.used?(
            .service(key.name, versions ?? key.versions, type: String(reflecting: Value.self), isRequired: false))
        return values
    }

    /// Publishes an event to all subscribers, one after another, and waits until each has handled it.
    ///
    /// The result contains the number of notified subscribers, and their errors, which are not thrown. Only the
    /// mediator may publish events whose names begin with `switchboard.`. If a module publishes such an event, no
    /// subscriber receives it, and the result contains a failure.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        if validity.isOver { return Delivery(event: event.name) }
        if let refusal = Delivery.refusal(of: event.name, by: name) { return refusal }
        validity.used?(.publication(event.name, Payload(value)))
        return await mediator.publish(event, value)
    }

    /// Writes a record to the host's log: on standard error, or in the file of `--log-file`.
    ///
    /// ```swift
    /// context.log(.notice, "a home was let", ["id": home.id])
    /// ```
    ///
    /// The message and the values are evaluated only if the host records this level (`--log-level`). Sensitive values
    /// are redacted: the sensitive parameters of the current request, sensitive values in URLs within a text, and each
    /// value whose key is the name of a sensitive parameter. A failed write has no effect on the module.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> String,
        _ values: @autoclosure () -> [String: any Encodable & Sendable] = [:]
    ) {
        mediator.log(level) { LogRecord(level, message(), values(), from: name) }
    }

    /// Replaces the module's interceptors and subscriptions in one step; running requests keep the earlier
    /// declarations.
    ///
    /// This function has no effect in `init` and `start()`, because the module is not registered yet. It also has no
    /// effect after a reload has replaced this instance. The next request takes longer, because it sorts all
    /// interceptors.
    /// - Throws: an error that describes every fault of the declarations; in that case, nothing changes.
    public func redeclare(interceptors: [Interceptor], subscriptions: [Subscription]) throws {
        if validity.isOver { return }
        var registration = Registration(owner: name)
        registration.interceptors = interceptors
        registration.subscriptions = subscriptions
        registration.context = validity
        try mediator.redeclare(registration)
    }
}
