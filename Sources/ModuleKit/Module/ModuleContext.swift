@_spi(Host) import Mediator

/// A module's access to other modules; every request carries the module's name as its origin.
///
/// Use `onBehalf(of:)` for a URL that a handler received. A context is a value: keep it, copy it, use it in any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    let mediator: Switchboard
    private(set) var origin: Origin
    let validity: ContextValidity
    /// The module's description of itself; `nil` for a context without a module.
    private(set) var info: ModuleInfo?
    /// The settings given to the module; if a setting is given more than once, the last value applies.
    let given: [GivenSetting]
    /// The module's settings, secrets and records; unavailable in a scan, and after `stop()`.
    public let storage: Storage

    /// Creates a module's context, for the host and the harness.
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

    /// Returns the context with the origin of a request that the module received.
    ///
    /// Use it for a URL that the caller gave: it reaches only routes that the caller may request directly, not routes
    /// for modules or internal routes of this module. A request of an external caller cannot pass objects.
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

    /// Returns the context with a module's description.
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

    /// Returns the mediator for a request, and records the request in a test.
    func mediator(
        for verb: Request.Verb, _ url: RouteURL, _ body: Payload? = nil, wanting type: Any.Type? = nil
    ) throws(RequestError) -> Switchboard {
        let mediator = try mediator(for: url.text)
        validity.used?(.request(verb, url, body, origin, wanted: type))
        return mediator
    }

    /// Opens a URL and returns the navigator's feedback.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    @discardableResult
    public func open(
        _ url: RouteURL, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await mediator(for: .open, url).open(url, origin: origin, options: options)
    }

    /// Opens a URL in the caller's style, such as `.presented`, and returns the navigator's feedback.
    ///
    /// The style has no effect if the route answers with a command, or if its single page is already on the stack.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    @discardableResult
    public func open(_ url: RouteURL, style: StackEntry.Style) async throws(RequestError) -> Feedback {
        var options = RequestOptions()
        options.style = style
        return try await open(url, options: options)
    }

    /// Opens a URL and returns the value that its page is dismissed with, as for a picker; `nil` without a value.
    /// - Throws: `RequestError`, such as `refused` if no user can answer, and `unreadableValue` for another type.
    public func open<Value: Decodable>(
        _ url: RouteURL, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator(for: .open, url, wanting: type)
            .open(url, awaiting: type, origin: origin, options: options)
    }

    /// Calls a URL and discards its value, if any.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    public func call(_ url: RouteURL, options: RequestOptions = RequestOptions()) async throws(RequestError) {
        _ = try await mediator(for: .call, url).call(url, origin: origin, options: options)
    }

    /// Calls a URL with a body and discards its value, if any.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    public func call(
        _ url: RouteURL, _ body: some Encodable & Sendable, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) {
        let body = Payload(body)
        _ = try await mediator(for: .call, url, body).call(url, body: body, origin: origin, options: options)
    }

    /// Calls a URL for a value, whose type may be inferred: `let home: Home = try await context.call(url)`.
    /// - Throws: `RequestError`, such as `unreadableValue` for a value of another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, as type: Value.Type = Value.self, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: .call, url).call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL with a body for a value, whose type may be inferred.
    /// - Throws: `RequestError`, such as `unreadableValue` for a value of another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, _ body: some Encodable & Sendable, as type: Value.Type = Value.self,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        let body = Payload(body)
        return try await mediator(for: .call, url, body).call(
            url, body: body, as: type, origin: origin, options: options)
    }

    /// Calls a URL for an object of this process, which is passed on unchanged.
    /// - Throws: `RequestError`, such as `unreadableValue` for an object of another type.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: RouteURL, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator(for: .call, url, wanting: type)
            .call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL for a sequence of values.
    /// - Throws: `RequestError`, such as `unreadableValue` if the answer is not a stream.
    public func stream<Value: Decodable & Sendable>(
        _ url: RouteURL, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator(for: .call, url, wanting: type)
            .stream(url, of: type, origin: origin, options: options)
    }

    /// Returns whether a module or resolver may answer, without running a handler or calling a service.
    ///
    /// It is `false` for an invalid URL or after the module has stopped, and `true` if only a request could find out.
    public func canOpen(_ url: RouteURL, for verb: Request.Verb = .open) -> Bool {
        availability(of: url, for: verb) != .no
    }

    /// Returns whether a URL has an answer, if that is known; `no` for an invalid URL or after the module has stopped.
    public func availability(of url: RouteURL, for verb: Request.Verb = .open) -> Availability {
        (try? mediator(for: url.text).availability(of: url, for: verb, origin: origin)) ?? .no
    }

    /// Returns the routes with a label that this module may request, of all modules, without starting one.
    ///
    /// They are sorted by module name, then by pattern. After this module has stopped, the list is empty.
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

    /// Returns a service that a module offers for a key, in an accepted version: `context.service(.couponBook)`.
    ///
    /// Without a range, the key's version and later ones up to the next major version are accepted. The object remains
    /// usable after its module has stopped; if that matters, call this again for each use.
    /// - Throws: `ServiceError` if no such version or type is offered, the provider fails, or the taker is isolated.
    public func service<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil
    ) throws(ServiceError) -> Value {
        validity.used?(
            .service(key.name, versions ?? key.versions, type: String(reflecting: Value.self), isRequired: true))
        return try mediator.service(key, versions)
    }

    /// Returns all services of a key in accepted versions: the highest version first, then by module name.
    ///
    /// If a view model's `content` calls this, added and removed services rebuild its page. A service whose provider
    /// fails or whose type differs is left out and logged. An isolated module neither gets nor offers services.
    public func services<Value: Sendable>(_ key: ServiceKey<Value>, _ versions: Range<Version>? = nil) -> [Value] {
        let values = mediator.services(key, versions, takenBy: name)
        validity.used?(
            .service(key.name, versions ?? key.versions, type: String(reflecting: Value.self), isRequired: false))
        return values
    }

    /// Publishes an event to all subscribers, one after the other, and waits for them.
    ///
    /// The delivery has the number of notified subscribers and their failures, which are not thrown. Only the mediator
    /// may publish names that begin with `switchboard.`: here, such an event is a failure and reaches no subscriber.
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
    /// The message and the values are evaluated only if the host wants records of the level (`--log-level`). Sensitive
    /// values are redacted: those of the current request's parameters, those in URLs within a text, and each value
    /// under the name of such a parameter. A failed write has no effect on the module.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> String,
        _ values: @autoclosure () -> [String: any Encodable & Sendable] = [:]
    ) {
        mediator.log(level) { LogRecord(level, message(), values(), from: name) }
    }

    /// Replaces the module's interceptors and subscriptions in one step; running requests keep the earlier ones.
    ///
    /// It has no effect before the module is registered (in `init` and `start()`), or after the next generation has
    /// replaced the module. The next request pays for sorting all interceptors.
    /// - Throws: an error that describes every fault of the declarations; nothing changes then.
    public func redeclare(interceptors: [Interceptor], subscriptions: [Subscription]) throws {
        if validity.isOver { return }
        var registration = Registration(owner: name)
        registration.interceptors = interceptors
        registration.subscriptions = subscriptions
        registration.context = validity
        try mediator.redeclare(registration)
    }
}
