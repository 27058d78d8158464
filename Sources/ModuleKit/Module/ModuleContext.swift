@_spi(Host) import Mediator

/// The access of a module to other modules; every request carries the module's name as its origin.
///
/// Use `onBehalf(of:)` for a URL that a handler received. A context is a value to keep and copy; use it from any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    let mediator: Switchboard
    private(set) var origin: Origin
    let validity: ContextValidity
    /// The module's description of itself; `nil` for a context without a module.
    private(set) var info: ModuleInfo?
    /// The values from outside for settings; of one setting, the last value counts.
    let given: [GivenSetting]
    /// The module's settings, secrets and records; none outside of `start()`, `stop()` and requests.
    public let storage: Storage

    /// Creates a module's context; the host and the harness do.
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
    /// It is for a URL that the caller gave: the URL reaches only routes that the caller could ask for directly, no
    /// route for modules and no internal one of this module. A request of an external caller can pass no object.
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

    /// Returns the context of a module with its description.
    package func of(_ info: ModuleInfo) -> ModuleContext {
        var context = self
        context.info = info
        return context
    }

    /// Returns the mediator, as long as the module may send requests.
    func mediator(for url: String) throws(RequestError) -> Switchboard {
        guard !validity.isOver else { throw RequestError(.moduleLeft(url: mediator.shown(url), module: name)) }
        return mediator
    }

    /// Returns the mediator for a request, which a test records.
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

    /// Opens a URL in a way that the caller chooses, such as `.presented`, and returns the navigator's feedback.
    ///
    /// A route that answers with a command, or whose single page is on the stack, keeps its own way.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    @discardableResult
    public func open(_ url: RouteURL, style: StackEntry.Style) async throws(RequestError) -> Feedback {
        var options = RequestOptions()
        options.style = style
        return try await open(url, options: options)
    }

    /// Opens a URL and returns the value of its page's dismissal, as for a picker; `nil` if the page leaves without.
    /// - Throws: `RequestError`, such as `refused` without a page or a person, and `unreadableValue` for another type.
    public func open<Value: Decodable>(
        _ url: RouteURL, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator(for: .open, url, wanting: type)
            .open(url, awaiting: type, origin: origin, options: options)
    }

    /// Calls a URL, and drops its value, if it answers with one.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    public func call(_ url: RouteURL, options: RequestOptions = RequestOptions()) async throws(RequestError) {
        _ = try await mediator(for: .call, url).call(url, origin: origin, options: options)
    }

    /// Calls a URL with a body, and drops its value, if it answers with one.
    /// - Throws: `RequestError`; its `code` is the kind, and its `cause` a handler's own error.
    public func call(
        _ url: RouteURL, _ body: some Encodable & Sendable, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) {
        let body = Payload(body)
        _ = try await mediator(for: .call, url, body).call(url, body: body, origin: origin, options: options)
    }

    /// Calls a URL for a value of a type, which the result may say: `let home: Home = try await context.call(url)`.
    /// - Throws: `RequestError`, such as `unreadableValue` for a value of another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, as type: Value.Type = Value.self, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: .call, url).call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL with a body for a value of a type, which the result may say.
    /// - Throws: `RequestError`, such as `unreadableValue` for a value of another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, _ body: some Encodable & Sendable, as type: Value.Type = Value.self,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        let body = Payload(body)
        return try await mediator(for: .call, url, body).call(
            url, body: body, as: type, origin: origin, options: options)
    }

    /// Calls a URL for an object of the process, which is passed on unchanged.
    /// - Throws: `RequestError`, such as `unreadableValue` for an object of another type.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: RouteURL, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator(for: .call, url, wanting: type)
            .call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL for a sequence of values.
    /// - Throws: `RequestError`, such as `unreadableValue` for an answer that is no stream.
    public func stream<Value: Decodable & Sendable>(
        _ url: RouteURL, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator(for: .call, url, wanting: type)
            .stream(url, of: type, origin: origin, options: options)
    }

    /// Returns whether a module or resolver may answer, without running any handler or asking a service.
    ///
    /// It is `false` for an invalid URL, and for a module that has left. Where only a request would tell, it is `true`.
    public func canOpen(_ url: RouteURL, for verb: Request.Verb = .open) -> Bool {
        availability(of: url, for: verb) != .no
    }

    /// Returns whether a URL has an answer, and whether that is known; `no` if it is invalid, or the module has left.
    public func availability(of url: RouteURL, for verb: Request.Verb = .open) -> Availability {
        (try? mediator(for: url.text).availability(of: url, for: verb, origin: origin)) ?? .no
    }

    /// Returns the routes with a label that the module may ask for, of all modules and without starting one.
    ///
    /// They are in the order of their modules' names, then of their patterns; a module that has left gets none.
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

    /// Returns the service of a key that some module offers, in an accepted version: `context.service(.couponBook)`.
    ///
    /// Without a range, the versions are those from the key's up to the next major one. The taker may keep the object;
    /// it stays after its module has left, so take the service again if that matters.
    /// - Throws: `ServiceError` if no such version or type is offered, the provider fails, or the taker is isolated.
    public func service<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil
    ) throws(ServiceError) -> Value {
        validity.used?(
            .service(key.name, versions ?? key.versions, type: String(reflecting: Value.self), isRequired: true))
        return try mediator.service(key, versions)
    }

    /// Returns all services of a key in accepted versions: the highest first, equal ones in the order of module names.
    ///
    /// A page whose view model reads them in its `content` is made again when one comes or goes. A service whose
    /// provider fails or whose type differs is left out, and logged. An isolated module gets none, and offers none.
    public func services<Value: Sendable>(_ key: ServiceKey<Value>, _ versions: Range<Version>? = nil) -> [Value] {
        let values = mediator.services(key, versions, takenBy: name)
        validity.used?(
            .service(key.name, versions ?? key.versions, type: String(reflecting: Value.self), isRequired: false))
        return values
    }

    /// Publishes an event to all subscribers, one after the other, and waits for them.
    ///
    /// The delivery has the subscribers that ran and the failures; a subscriber's fault is never an error here. An
    /// event whose name begins with `switchboard.` is the mediator's: it reaches no subscriber, and is such a failure.
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
    /// The message and the values are made only if the host wants records of the level (`--log-level`). The values of
    /// sensitive parameters are hidden as in messages: those of the current request, those of URLs in a text, and each
    /// value under the name of such a parameter. A failed write has no effect on the module.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> String,
        _ values: @autoclosure () -> [String: any Encodable & Sendable] = [:]
    ) {
        mediator.log(level) { LogRecord(level, message(), values(), from: name) }
    }

    /// Replaces the module's interceptors and subscriptions in one step; present requests keep the earlier ones.
    ///
    /// It has no effect before the module is registered, that is in `init` and `start()`, and after another generation
    /// has taken its place. The next request pays for the new order of all interceptors.
    /// - Throws: an error with every fault of the declarations in words; nothing changes then.
    public func redeclare(interceptors: [Interceptor], subscriptions: [Subscription]) throws {
        if validity.isOver { return }
        var registration = Registration(owner: name)
        registration.interceptors = interceptors
        registration.subscriptions = subscriptions
        registration.context = validity
        try mediator.redeclare(registration)
    }
}
