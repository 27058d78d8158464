import FoundationEssentials
@_spi(Host) import ModuleKit

/// One line of a recording: what the person typed, or what the navigator did.
enum LogEvent: Sendable {
    /// A line of the shell.
    case line(String)
    /// A line of the shell with a URL that holds a sensitive value, as far as it may be shown.
    case concealedLine(String)
    /// A line that a form or a page's question was answered with.
    case answer(String)
    /// An answer that is kept nowhere, such as a password.
    case secret
    /// What the navigator was given, and what it said.
    case command(NavigationCommand, url: String?, Feedback)
    /// A line failed, with this code.
    case failure(String)
}

extension LogEvent: Encodable {
    private enum Key: String, CodingKey { case line, answer, secret, command, url, feedback, failure }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .line(let text): try container.encode(text, forKey: .line)
        case .concealedLine(let text):
            try container.encode(text, forKey: .line)
            try container.encode(true, forKey: .secret)
        case .answer(let text): try container.encode(text, forKey: .answer)
        case .secret: try container.encode(true, forKey: .secret)
        case .command(let command, let url, let feedback):
            try container.encode(command, forKey: .command)
            try container.encodeIfPresent(url, forKey: .url)
            try container.encode(feedback, forKey: .feedback)
        case .failure(let code): try container.encode(code, forKey: .failure)
        }
    }

    /// The same with the URLs that a command names as they may be shown.
    func naming(_ shown: (String) -> String) -> LogEvent {
        guard case .command(let command, let url, let feedback) = self else { return self }
        return .command(command.naming(shown), url: url, feedback)
    }

    /// The event as a tree, which another can be compared with.
    var tree: JSONValue? {
        guard let text = try? JSONText.encode(self) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
}
