/// A version of three numbers, compared from left to right (Semantic Versioning 2.0.0, without labels).
public struct Version: Sendable, Hashable, Comparable {
    /// Changed when something that others use changes or goes.
    public let major: Int
    /// Changed when something is added.
    public let minor: Int
    /// Changed when something is mended.
    public let patch: Int

    /// Makes a version of numbers that are not negative.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads `1`, `1.2` or `1.2.3`; what is left out is 0. `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy(\.isASCII) && part.first != "+" ? Int(part) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    /// Whether the first version is older.
    public static func < (first: Version, second: Version) -> Bool {
        (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
    }
}

extension Version: CustomStringConvertible {
    /// `1.2.3`.
    public var description: String { "\(major).\(minor).\(patch)" }
}
