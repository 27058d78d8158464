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

/// The versions that will do: from one on and below another.
///
/// As text it is `1.2`, which means from 1.2 up to the next major version, or two versions between brackets:
/// `[1.0,2.0)`, where a square bracket takes its version in and a round one leaves it out.
public struct VersionRange: Sendable, Hashable {
    /// The oldest version that will do.
    public let from: Version
    /// The first version that will not do.
    public let below: Version

    /// The versions from one on; without `below`, up to the next major version.
    public init(from: Version, below: Version? = nil) {
        self.from = from
        self.below = below ?? Version(from.major + 1)
    }

    /// Reads a range.
    ///
    /// - Throws: `VersionRangeError` for text of another form, and for a range in which there is no version.
    public init(_ text: String) throws(VersionRangeError) {
        guard let range = Self.read(text) else { throw .unreadable(text) }
        guard range.from < range.below else { throw .empty(text) }
        self = range
    }

    /// Whether a version will do.
    public func contains(_ version: Version) -> Bool { from <= version && version < below }

    /// Whether some version is in both.
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
    /// The version right after this one: there is none between 1.2.3 and 1.2.4.
    fileprivate var next: Version? { patch < .max ? Version(major, minor, patch + 1) : nil }
}

/// Why a text is no range of versions.
public enum VersionRangeError: Error, Sendable, Equatable {
    /// The text has another form.
    case unreadable(String)
    /// No version is in the range.
    case empty(String)
}

extension VersionRangeError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .unreadable(let text): "\"\(text)\" is no range of versions; write one such as 1.2 or [1.0,2.0)"
        case .empty(let text): "no version is in \"\(text)\"; write the lower one first, as in [1.0,2.0)"
        }
    }
}
