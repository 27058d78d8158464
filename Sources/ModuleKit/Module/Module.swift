@_exported public import Mediator

/// A business module: what it is, its routes, and what it does when it starts and stops.
///
/// The host makes one instance when a request needs the module, calls `start()`, publishes all that it declares at once,
/// and calls `stop()` at the end. Before that, at first sight of its file, it makes one in a process of its own, and reads
/// what it declares without `start()`: that decides which requests need the module.
/// Handlers may run at the same time on any thread. A module never imports another: it asks by URL through its context.
public protocol Module: Sendable {
    /// The module's name, version and requirements; the name is that of its entry point.
    static var info: ModuleInfo { get }

    /// The parameter types that the module's patterns name beside the built-in ones; data, so that matching runs no code.
    static var parameterTypes: [ParameterType] { get }

    /// Makes the module; open no files and ask nobody here, that is for `start()`.
    init(context: ModuleContext) throws

    /// The module's routes, read once after `start()`.
    @RoutesBuilder var routes: [Route] { get }

    /// What stands in the way of requests, of any module; read with the routes.
    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] { get }

    /// Where old paths lead to; read with the routes.
    @DeclarationsBuilder<Rewrite> var rewrites: [Rewrite] { get }

    /// The objects that other modules may take; read with the routes.
    @DeclarationsBuilder<Offer> var services: [Offer] { get }

    /// What makes a service that is wanted of one that is offered, by any module; read with the routes.
    @DeclarationsBuilder<Adapter> var adapters: [Adapter] { get }

    /// The events that the module is told of; read with the routes.
    @DeclarationsBuilder<Subscription> var subscriptions: [Subscription] { get }

    /// What performs the navigation commands that the module adds; read with the routes.
    @DeclarationsBuilder<Performer> var performers: [Performer] { get }

    /// Gets ready; an error means that the module is not used, and no route of it is ever seen.
    func start() async throws

    /// Lets go of what `start()` took; no request comes any more.
    func stop() async
}

extension Module {
    /// None but the built-in ones.
    public static var parameterTypes: [ParameterType] { [] }
    /// None.
    public var interceptors: [Interceptor] { [] }
    /// None.
    public var rewrites: [Rewrite] { [] }
    /// None.
    public var services: [Offer] { [] }
    /// None.
    public var adapters: [Adapter] { [] }
    /// None.
    public var subscriptions: [Subscription] { [] }
    /// None.
    public var performers: [Performer] { [] }
    /// Nothing to get ready.
    public func start() async throws {}
    /// Nothing to let go.
    public func stop() async {}
}

/// Another module that must be there, in one of a range of versions.
public struct Requirement: Sendable, Equatable {
    /// The other module's name.
    public let module: String
    /// The versions that will do.
    public let range: VersionRange

    /// Requires a module in a range of versions.
    public init(_ module: String, _ range: VersionRange) {
        self.module = module
        self.range = range
    }

    /// Requires a module from a version on; without `below`, up to the next major version.
    public init(_ module: String, from: Version, below: Version? = nil) {
        self.init(module, VersionRange(from: from, below: below))
    }

    /// The oldest version that will do.
    public var from: Version { range.from }

    /// The first version that will not do.
    public var below: Version { range.below }

    /// Whether a version will do.
    public func allows(_ version: Version) -> Bool { range.contains(version) }
}

extension Requirement: CustomStringConvertible {
    /// `Account [1.0.0,2.0.0)`.
    public var description: String { "\(module) \(range)" }
}

/// Collects declarations of one kind, so that they read like a table.
@resultBuilder
public enum DeclarationsBuilder<Declaration> {
    /// One declaration.
    public static func buildExpression(_ declaration: Declaration) -> [Declaration] { [declaration] }
    /// One after the other.
    public static func buildBlock(_ parts: [Declaration]...) -> [Declaration] { parts.flatMap(\.self) }
    /// An `if` without an `else`.
    public static func buildOptional(_ part: [Declaration]?) -> [Declaration] { part ?? [] }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first: [Declaration]) -> [Declaration] { first }
    /// The other branch of an `if` or `switch`.
    public static func buildEither(second: [Declaration]) -> [Declaration] { second }
    /// A `for` loop.
    public static func buildArray(_ parts: [[Declaration]]) -> [Declaration] { parts.flatMap(\.self) }
}
