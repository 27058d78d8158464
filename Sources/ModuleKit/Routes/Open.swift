@_spi(Host) import Mediator

/// A declaration of a route that is opened: it answers with a page, a command, a redirect, or nothing to display.
///
/// ```swift
/// Open("/rent/list") { _ in Page.homeList(homes) }
/// Open("/rent/:id", taking: Int.self) { id in Page.home(try homes.home(id)) }
/// Open("/rent/:id/photos") { request in Page.photos(try request.parameters.value("id", as: Int.self)) }
/// ```
///
/// A pattern begins with `/` or a scheme, and has segments of these kinds (Documentation/RoutingLanguage.md):
/// - a literal, `/rent/list`; a parameter, `/rent/:id`; a typed parameter, `/rent/:id<int>`, which matches only values
///   of its type
/// - the rest of the path, `/docs/*path`; with `?` after the name, the rest may be empty. In its value, `/` separates
///   segments, and `%2F` is a slash within a segment (`Parameters.segments(_:)`)
/// - an optional group, `/rent(/in/:city)`: the pattern matches with and without it
///
/// Any origin may open the route, including external callers; `access: .modules` or `.internal` admits fewer origins.
///
/// With `taking:`, the closure's input is decoded from path and query (`Request.decode(as:)`): a struct whose
/// properties have the parameters' names, or the value of the path's only parameter. If a value is invalid, or missing
/// and not optional, the closure does not run: the request fails with `handlerFailed`, and its `cause` is
/// `ParametersError`.
///
/// ``ModifiableRoute`` has more modifiers, such as `.labelled("needs-login")`.
public struct Open: ModifiableRoute {
    /// The declared route, which modifiers change.
    public var route: Route

    /// Declares a route whose closure takes the request and returns the answer.
    public init<Answer: ResponseConvertible>(
        _ pattern: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) async throws -> Answer
    ) {
        let location = DeclarationSite(fileID: fileID, line: line)
        let route = Route(pattern, verb: .open, access: access, location: location) { request in
            try await handler(request).response
        }
        self.init(route, answering: Answer.self)
    }

    init<Answer: ResponseConvertible>(_ route: Route, answering: Answer.Type) {
        self.route = route
        // A handler that returns a page or a command always answers; a handler that returns another type can decline.
        self.route.mayDecline = Answer.self != Page.self && Answer.self != NavigationCommand.self
    }

    /// Declares a route whose closure takes its input, decoded as by `Request.decode(as:)`, and returns the answer.
    public init<Input: Decodable & Sendable, Answer: ResponseConvertible>(
        _ pattern: String, taking type: Input.Type, access: Access = .public, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input) async throws -> Answer
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.decode(as: type))
        }
        route.input = type
    }

    /// Declares a route whose closure takes its input and the request itself, and returns the answer.
    public init<Input: Decodable & Sendable, Answer: ResponseConvertible>(
        _ pattern: String, taking type: Input.Type, _: Request.Type, access: Access = .public, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input, Request) async throws -> Answer
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try await handler(try request.decode(as: type), request)
        }
        route.input = type
        route.readsRequest = true
    }
}

/// Routes whose handlers cannot suspend; Swift chooses them for a closure without `await`.
///
/// The handlers run in the caller's task and block its thread, so a deadline cannot abandon them. A request does not
/// need a separate task if neither its handler nor any of its interceptors can suspend.
extension Open {
    /// Declares a route whose closure takes the request and returns the answer.
    public init<Answer: ResponseConvertible>(
        _ pattern: String, access: Access = .public, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Request) throws -> Answer
    ) {
        let location = DeclarationSite(fileID: fileID, line: line)
        let route = Route(pattern, verb: .open, access: access, location: location) { try handler($0).response }
        self.init(route, answering: Answer.self)
    }

    /// Declares a route whose closure takes its input, decoded as by `Request.decode(as:)`, and returns the answer.
    public init<Input: Decodable & Sendable, Answer: ResponseConvertible>(
        _ pattern: String, taking type: Input.Type, access: Access = .public, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input) throws -> Answer
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try handler(try request.decode(as: type))
        }
        route.input = type
    }

    /// Declares a route whose closure takes its input and the request itself, and returns the answer.
    public init<Input: Decodable & Sendable, Answer: ResponseConvertible>(
        _ pattern: String, taking type: Input.Type, _: Request.Type, access: Access = .public, fileID: String = #fileID,
        line: Int = #line, handler: @escaping @Sendable (Input, Request) throws -> Answer
    ) {
        self.init(pattern, access: access, fileID: fileID, line: line) { (request: Request) in
            try handler(try request.decode(as: type), request)
        }
        route.input = type
        route.readsRequest = true
    }
}
