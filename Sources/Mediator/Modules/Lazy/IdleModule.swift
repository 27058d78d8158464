/// A module that has not started, with what requests find it by: its routes, and what its interceptors cover.
@_spi(Host) public struct IdleModule: Sendable {
    /// The name of the module.
    public let name: String
    /// The parameter types that its patterns may name besides the built-in ones.
    public let types: [ManifestType]
    /// The routes and fallbacks, without handlers.
    public let routes: [Route]
    /// The rewrites, which apply without the module's code.
    public let rewrites: [Rewrite]
    /// The patterns of its interceptors.
    public let interceptedPatterns: [String]
    /// The labels of its interceptors.
    public let interceptedLabels: [String]
    /// Whether one of its interceptors covers every URL.
    public let interceptsEverything: Bool

    /// Creates a module from its parts.
    public init(
        name: String, types: [ManifestType], routes: [Route], rewrites: [Rewrite] = [],
        interceptedPatterns: [String] = [], interceptedLabels: [String] = [], interceptsEverything: Bool = false
    ) {
        self.name = name
        self.types = types
        self.routes = routes
        self.rewrites = rewrites
        self.interceptedPatterns = interceptedPatterns
        self.interceptedLabels = interceptedLabels
        self.interceptsEverything = interceptsEverything
    }

    init(_ name: String, _ manifest: Manifest) {
        let interceptors = manifest.interceptors
        self.init(
            name: name, types: manifest.types, routes: manifest.routes.map(\.outline), rewrites: manifest.rewrites,
            interceptedPatterns: interceptors.flatMap(\.patterns),
            interceptedLabels: interceptors.compactMap(\.label),
            interceptsEverything: interceptors.contains { $0.patterns.isEmpty && $0.label == nil })
    }

    /// The rewrites with their patterns parsed; invalid ones are never registered.
    var installedRewrites: [InstalledRewrite] {
        let types = types.map(\.type)
        return rewrites.compactMap { try? InstalledRewrite($0, owner: name, types: types) }
    }

    /// Whether the module has interceptors.
    var intercepts: Bool { interceptsEverything || !interceptedPatterns.isEmpty || !interceptedLabels.isEmpty }

    /// Returns the modules of some manifests, without a module whose declarations conflict with those of an earlier one, or
    /// with a pattern that is invalid.
    ///
    /// Takes time linear in the number of patterns, unless many of them have optional groups.
    ///
    /// - Parameter isolated: the modules that run in processes of their own, which have their first segments alone.
    public static func arrange(
        _ modules: [(name: String, manifest: Manifest)], isolated: Set<String> = []
    ) -> (modules: [IdleModule], refused: [String: RegistrationError]) {
        let refused = ManifestConflicts(modules, isolated: isolated).refused
        return (modules.filter { refused[$0.name] == nil }.map(IdleModule.init), refused)
    }
}
