/// What happens after a call that a page's action or form made.
public enum Completion: Sendable, Equatable {
    /// The call's value is shown.
    case show
    /// A URL is opened.
    case open(url: String)
    /// The page is dismissed with the call's value, if it was presented.
    case dismiss
}

extension Completion: Codable {
    private enum Key: String, CodingKey { case open }

    /// Decodes `"show"`, `"dismiss"` or `{"open":URL}`; any other text is `show`.
    public init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            self = word == "dismiss" ? .dismiss : .show
        } else {
            self = .open(url: try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .open))
        }
    }

    /// Encodes a word, or the URL under `open`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .show: try Self.encode("show", to: encoder)
        case .dismiss: try Self.encode("dismiss", to: encoder)
        case .open(let url):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(url, forKey: .open)
        }
    }

    private static func encode(_ word: String, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}
