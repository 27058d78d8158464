/// Another module that must be there, from one version on and below another.
public struct Requirement: Sendable, Equatable {
    /// The other module's name.
    public let module: String
    /// The oldest version that will do.
    public let from: Version
    /// The first version that will not do.
    public let below: Version

    /// Requires a module from a version on; without `below`, up to the next major version.
    public init(_ module: String, from: Version, below: Version? = nil) {
        self.module = module
        self.from = from
        self.below = below ?? Version(from.major + 1)
    }

    /// Whether a version will do.
    public func allows(_ version: Version) -> Bool { from <= version && version < below }
}

extension Requirement: CustomStringConvertible {
    /// `Account [1.0.0,2.0.0)`.
    public var description: String { "\(module) [\(from),\(below))" }
}
