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

extension Version: ExpressibleByStringLiteral {
    /// Creates the version of a text such as `"1.2"`; any other text is below all versions, and no
    /// host accepts the module.
    public init(stringLiteral text: String) { self = Version(text) ?? .unreadable }

    static let unreadable = Version(-1)

    /// Whether it is a version, and not another text in its place.
    @_spi(Host) public var isReadable: Bool { major >= 0 }

    /// Returns the versions from one up to another, which is excluded; none if the second one is not higher.
    public static func ..< (from: Version, below: Version) -> Range<Version> {
        Range(uncheckedBounds: (min(from, below), below))
    }
}

/// A range of versions as text: `1.2`, which means from 1.2 up to the next major version, or two versions between
/// brackets: `[1.0,2.0)`, where a square bracket includes its version and a round one excludes it.
extension Range<Version> {
    /// Parses a range.
    ///
    /// - Throws: `VersionRangeError` for text of another form, and for a range without versions.
    public init(notation text: String) throws(VersionRangeError) {
        guard let (from, below) = Self.read(text) else { throw .unreadable(text) }
        guard from < below else { throw .empty(text) }
        self = from..<below
    }

    /// `[1.0.0,2.0.0)`.
    public var notation: String { "[\(lowerBound),\(upperBound))" }

    private static func read(_ text: String) -> (from: Version, below: Version)? {
        guard let first = text.first, let last = text.last, "[(".contains(first) else {
            guard let from = Version(text), from.major < .max else { return nil }
            return (from, Version(from.major + 1))
        }
        let bounds = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard text.count > 1, "])".contains(last), bounds.count == 2, let from = Version(trimmed(bounds[0])),
            let to = Version(trimmed(bounds[1])), let afterFrom = from.next, let afterTo = to.next
        else { return nil }
        return (first == "[" ? from : afterFrom, last == ")" ? to : afterTo)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Version {
    /// The next version: there is none between 1.2.3 and 1.2.4.
    fileprivate var next: Version? { patch < .max ? Version(major, minor, patch + 1) : nil }
}

/// The reason why a text is not a range of versions.
public enum VersionRangeError: Error, Sendable, Equatable {
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
