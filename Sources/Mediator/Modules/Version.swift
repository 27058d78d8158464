/// A version of three numbers, compared from left to right (Semantic Versioning 2.0.0, without labels).
public struct Version: Sendable, Hashable, Comparable {
    /// The part that changes when something public changes or is removed.
    public let major: Int
    /// The part that changes when something is added.
    public let minor: Int
    /// The part that changes when a fault is fixed.
    public let patch: Int

    /// Creates a version of numbers that are not negative.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses `1`, `1.2` or `1.2.3`, with 0 for absent parts; `nil` for any other text.
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

/// The suitable versions: from one version up to another, which is excluded.
///
/// As text it is `1.2`, which means from 1.2 up to the next major version, or two versions between brackets:
/// `[1.0,2.0)`, where a square bracket includes its version and a round one excludes it.
public struct VersionRange: Sendable, Hashable {
    /// The lowest suitable version.
    public let from: Version
    /// The first version above the range.
    public let below: Version

    /// Creates the range from one version on; without `below`, up to the next major version.
    public init(from: Version, below: Version? = nil) {
        self.from = from
        self.below = below ?? Version(from.major + 1)
    }

    /// Parses a range.
    ///
    /// - Throws: `VersionRangeError` for text of another form, and for a range without versions.
    @_spi(Host) public init(_ text: String) throws(VersionRangeError) {
        guard let range = Self.read(text) else { throw .unreadable(text) }
        guard range.from < range.below else { throw .empty(text) }
        self = range
    }

    /// Returns whether the range contains a version.
    public func contains(_ version: Version) -> Bool { from <= version && version < below }

    /// Returns whether some version is in both ranges.
    public func overlaps(_ other: VersionRange) -> Bool { max(from, other.from) < min(below, other.below) }

    private static func read(_ text: String) -> VersionRange? {
        guard let first = text.first, let last = text.last, "[(".contains(first) else {
            guard let from = Version(text), from.major < .max else { return nil }
            return VersionRange(from: from)
        }
        let bounds = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard text.count > 1, "])".contains(last), bounds.count == 2, let from = Version(trimmed(bounds[0])),
            let to = Version(trimmed(bounds[1])), let afterFrom = from.next, let afterTo = to.next
        else { return nil }
        return VersionRange(from: first == "[" ? from : afterFrom, below: last == ")" ? to : afterTo)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension VersionRange: CustomStringConvertible {
    /// `[1.0.0,2.0.0)`.
    public var description: String { "[\(from),\(below))" }
}

extension Version {
    /// The next version: there is none between 1.2.3 and 1.2.4.
    fileprivate var next: Version? { patch < .max ? Version(major, minor, patch + 1) : nil }
}

/// The reason why a text is not a range of versions.
@_spi(Host) public enum VersionRangeError: Error, Sendable, Equatable {
    /// The text has another form.
    case unreadable(String)
    /// No version is in the range.
    case empty(String)
}

extension VersionRangeError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .unreadable(let text): "\"\(text)\" is not a range of versions; write one such as 1.2 or [1.0,2.0)"
        case .empty(let text): "no version is in \"\(text)\"; write the lower one first, as in [1.0,2.0)"
        }
    }
}
