extension Request {
    /// A step of a request, with the module or the remote whose code runs.
    ///
    /// Indirect, because a stage is copied more often than it is created.
    public indirect enum Stage: Sendable, Hashable, Codable {
        /// The request waits for the start of a module that it needs.
        case activation(module: String)
        /// Declared rewrites are applied.
        case rewriting
        /// The mediator looks up the route, and checks its access.
        case lookUp
        /// An interceptor runs.
        case interceptor(String, module: String)
        /// The handler of a route runs.
        case handler(route: String, module: String)
        /// A resolver is queried for a URL that no module answers.
        case resolver(String)
        /// A module that a resolver offered is installed and started.
        case installation(module: String)
        /// The navigator performs a command.
        case navigator
        /// A page waits for the user.
        case page(url: String)
    }
}

extension Request.Stage: CustomStringConvertible {
    /// The stage as text, such as `Rent's route /rent/:id`.
    public var description: String {
        switch self {
        case .activation(let module): "the start of \(module)"
        case .rewriting: "the rewrites"
        case .lookUp: "the look-up"
        case .interceptor(let name, let module): "\(module)'s interceptor \(name)"
        case .handler(let route, let module): "\(module)'s route \(route)"
        case .resolver(let name): "the remote \(name)"
        case .installation(let module): "the installation of \(module)"
        case .navigator: "the navigator"
        case .page(let url): "the page \(url)"
        }
    }

    /// The stage as one word, for programs.
    public var word: String { parts.word }

    /// The module whose code runs, if any.
    public var module: String? { parts.module }

    /// The route, interceptor, remote, offered module or page of the stage, if it has one.
    public var subject: String? { parts.subject }

    private var parts: (word: String, subject: String?, module: String?) {
        switch self {
        case .activation(let module): ("activation", nil, module)
        case .rewriting: ("rewriting", nil, nil)
        case .lookUp: ("lookUp", nil, nil)
        case .interceptor(let name, let module): ("interceptor", name, module)
        case .handler(let route, let module): ("handler", route, module)
        case .resolver(let name): ("resolver", name, nil)
        case .installation(let module): ("installation", module, nil)
        case .navigator: ("navigator", nil, nil)
        case .page(let url): ("page", url, nil)
        }
    }

    /// Creates a stage from its parts; `nil` if no stage has these parts.
    @_spi(Host) public init?(word: String, subject: String?, module: String?) {
        switch (word, subject, module) {
        case ("activation", nil, let module?): self = .activation(module: module)
        case ("rewriting", nil, nil): self = .rewriting
        case ("lookUp", nil, nil): self = .lookUp
        case ("interceptor", let name?, let module?): self = .interceptor(name, module: module)
        case ("handler", let route?, let module?): self = .handler(route: route, module: module)
        case ("resolver", let name?, nil): self = .resolver(name)
        case ("installation", let module?, nil): self = .installation(module: module)
        case ("navigator", nil, nil): self = .navigator
        case ("page", let url?, nil): self = .page(url: url)
        default: return nil
        }
    }
}

/// The code of a module for one stage of a request.
///
/// Code that cannot wait holds its thread and can never be abandoned, so it does not need a separate task.
enum HandlerBody<Argument: Sendable, Output: Sendable>: Sendable {
    case synchronous(@Sendable (Argument) throws -> Output)
    case asynchronous(@Sendable (Argument) async throws -> Output)

    /// Whether the task of the stage may suspend.
    var mayWait: Bool { if case .asynchronous = self { true } else { false } }
}
