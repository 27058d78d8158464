@_spi(Host) import Mediator

/// A declaration of a route that is called: it answers with a value.
///
/// ```swift
/// Call("/account/session") { _ in sessions.current }
/// Call("/rent/search", taking: HomeQuery.self) { query in homes.search(query) }
/// Call("/rent/:id/forget", taking: Int.self) { id in try await homes.forget(id) }
/// ```
///
/// The pattern language is the same as for `Open`.
///
/// Modules and the shell may call the route; `access: .public` also admits external origins, and `.internal` admits
/// only the declaring module.
///
/// With `taking:`, the closure's input is decoded (`Request.decode(as:)`). Each property of a struct is looked up by
/// its name in the path, then in the body, then in the query. Input of any other type is the path's only parameter, or
/// the body if the path has none. If a value is invalid, or missing and not optional, the closure does not run: the
/// request fails with `handlerFailed`, and its `cause` is a `ParametersError`.
///
/// ``ModifiableRoute`` has the modifiers, such as `.labelled("needs-login")`.
public struct Call: ModifiableRoute {
    /// The declared route, which modifiers change.
    public var route: Route

    /// Declares a call whose closure takes the request and returns a value.
    public init<Value: Encodable & Sendable>(
        _ pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) {
        let location = DeclarationSite(fileID: fileID, line: line)
        route = Route(pattern, verb: .call, access: access, location: location) { request in
            .value(Payload(try await handler(request)))
        }
        route.value = Value.self
    }

    /// Declares a call whose closure takes its input, decoded as by `Request.decode(as:)`, and returns a value.
    public init<Input: Decodable & Sendable, Value: Encodable & Sendable>(
        _ pattern: String, taking type: Input.Type, access: Access = .modules, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input) async throws -> Value
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.decode(as: type))
        }
        route.input = type
    }

    /// Declares a call whose closure takes its input and the request itself, and returns a value.
    public init<Input: Decodable & Sendable, Value: Encodable & Sendable>(
        _ pattern: String, taking type: Input.Type, _: Request.Type, access: Access = .modules,
        fileID: String = #fileID, line: Int = #line, handler: @escaping @Sendable (Input, Request) async throws -> Value
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.decode(as: type), request)
        }
        route.input = type
        route.readsRequest = true
    }

    /// Declares a call that answers with an object, which never leaves the process.
    ///
    /// The caller requests the object as the object's type, or as a protocol to which the object conforms.
    public init<Object: Sendable>(
        object pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Object
    ) {
        let location = DeclarationSite(fileID: fileID, line: line)
        route = Route(pattern, verb: .call, access: access, location: location) { request in
            .value(Payload(object: try await handler(request)))
        }
        route.value = Object.self
        route.valueForm = .object
    }

    /// Declares a call that answers with a sequence of values, which the caller reads with `stream(_:of:)`.
    public init<Elements: AsyncSequence & Sendable>(
        stream pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Elements
    ) where Elements.Element: Encodable & Sendable {
        let location = DeclarationSite(fileID: fileID, line: line)
        route = Route(pattern, verb: .call, access: access, location: location) { request in
            .value(Payload(stream: try await handler(request)))
        }
        route.value = Elements.Element.self
        route.valueForm = .stream
    }
}

/// Calls without a value: the handler returns nothing, and the JSON of the answer is `null`.
extension Call {
    /// Declares a call whose closure takes the request and returns nothing.
    public init(
        _ pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Void
    ) {
        let location = DeclarationSite(fileID: fileID, line: line)
        route = Route(pattern, verb: .call, access: access, location: location) { request in
            try await handler(request)
            return .done
        }
    }

    /// Declares a call whose closure takes its input, decoded as by `Request.decode(as:)`, and returns nothing.
    public init<Input: Decodable & Sendable>(
        _ pattern: String, taking type: Input.Type, access: Access = .modules, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input) async throws -> Void
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.decode(as: type))
        }
        route.input = type
    }

    /// Declares a call whose closure takes its input and the request itself, and returns nothing.
    public init<Input: Decodable & Sendable>(
        _ pattern: String, taking type: Input.Type, _: Request.Type, access: Access = .modules,
        fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input, Request) async throws -> Void
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.decode(as: type), request)
        }
        route.input = type
        route.readsRequest = true
    }
}

/// Calls whose handlers cannot suspend; Swift chooses them for a closure without `await` that returns a value.
///
/// The handlers run in the caller's task and block its thread, so a deadline cannot abandon them. A request does not
/// need a separate task if neither its handler nor any of its interceptors can suspend.
extension Call {
    /// Declares a call whose closure takes the request and returns a value.
    public init<Value: Encodable & Sendable>(
        _ pattern: String, access: Access = .modules, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) throws -> Value
    ) {
        let location = DeclarationSite(fileID: fileID, line: line)
        route = Route(pattern, verb: .call, access: access, location: location) { request in
            .value(Payload(try handler(request)))
        }
        route.value = Value.self
    }

    /// Declares a call whose closure takes its input, decoded as by `Request.decode(as:)`, and returns a value.
    public init<Input: Decodable & Sendable, Value: Encodable & Sendable>(
        _ pattern: String, taking type: Input.Type, access: Access = .modules, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input) throws -> Value
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try handler(try request.decode(as: type))
        }
        route.input = type
    }

    /// Declares a call whose closure takes its input and the request itself, and returns a value.
    public init<Input: Decodable & Sendable, Value: Encodable & Sendable>(
        _ pattern: String, taking type: Input.Type, _: Request.Type, access: Access = .modules,
        fileID: String = #fileID, line: Int = #line, handler: @escaping @Sendable (Input, Request) throws -> Value
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try handler(try request.decode(as: type), request)
        }
        route.input = type
        route.readsRequest = true
    }
}
