/// A version of three numbers, compared from left to right (Semantic Versioning 2.0.0, without labels).
public struct Version: Sendable, Hashable, Comparable {
    /// The part that changes when something public is changed or removed.
    public let major: Int
    /// The part that changes when something is added.
    public let minor: Int
    /// The part that changes when a fault is fixed.
    public let patch: Int

    /// Creates a version from numbers that are not negative.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses `1`, `1.2` or `1.2.3`, with 0 for absent parts; returns `nil` for other texts.
    public init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy(\.isASCII) && part.first != "+" ? Int(part) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    /// Returns whether the first version is lower.
    public static func < (first: Version, second: Version) -> Bool {
        (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
    }
}

@_spi(Host) extension Version: Codable {}

extension Version: CustomStringConvertible {
    /// `1.2.3`.
    public var description: String { "\(major).\(minor).\(patch)" }
}

extension Version: ExpressibleByStringLiteral {
    /// Creates a version from a text such as `"1.2"`. An invalid text gives the lowest version, which no host accepts.
    public init(stringLiteral text: String) { self = Version(parsing: text) ?? .unreadable }

    static let unreadable = Version(-1)

    /// Whether the version is valid; `false` if it was created from an invalid text.
    @_spi(Host) public var isReadable: Bool { major >= 0 }

    /// Returns the versions from the first up to, but not including, the second; empty if the second is not higher.
    public static func ..< (from: Version, below: Version) -> Range<Version> {
        Range(uncheckedBounds: (min(from, below), below))
    }
}

extension Range<Version> {
    /// The range as text: `[1.0.0,2.0.0)`.
    @_spi(Host) public var notation: String { "[\(lowerBound),\(upperBound))" }
}
