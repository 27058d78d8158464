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
