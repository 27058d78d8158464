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
