import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// A parsed recording.
struct Recording: Sendable {
    /// One line of the file.
    struct Entry: Sendable {
        enum Kind: Sendable { case line(String), answer(String), secret, outcome }

        /// The number of the file's line, from 1.
        let number: Int
        let kind: Kind
        let tree: JSONValue
    }

    /// The maximum size of a file in bytes.
    private static let limit = 64 << 20

    let isInteractive: Bool
    let stack: JSONValue
    let entries: [Entry]

    /// Reads a file, and validates every line of it before the replay.
    init(path: String) throws(RecordingError) {
        let text: String
        do {
            text = String(decoding: try CheckedFile.bytes(at: path, limit: Self.limit), as: UTF8.self)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, $1) }
        if lines.last?.1.isEmpty == true { lines.removeLast() }
        guard let first = lines.first else { throw .damaged(path: path, line: 1, reason: "it is empty") }
        (isInteractive, stack) = try Self.header(first.1, path: path)
        var entries: [Entry] = []
        for (number, line) in lines.dropFirst() {
            do {
                entries.append(try Self.entry(line, number))
            } catch {
                throw .damaged(path: path, line: number, reason: DecodingFault.words(error))
            }
        }
        self.entries = entries
    }

    private static func header(_ line: Substring, path: String) throws(RecordingError) -> (Bool, JSONValue) {
        guard case .object(let object)? = try? tree(line), case .object(let recording)? = object["recording"],
            case .string(let version)? = object["format_version"],
            case .bool(let isInteractive)? = recording["isInteractive"],
            let stack = recording["stack"]
        else { throw .damaged(path: path, line: 1, reason: "it does not begin as a recording does") }
        guard version.hasPrefix("1.") || version.hasPrefix("2.") else {
            throw .damaged(path: path, line: 1, reason: "it is of version \(version), not 1 or 2")
        }
        return (isInteractive, stack)
    }

    private static func entry(_ line: Substring, _ number: Int) throws -> Entry {
        let tree = try tree(line)
        guard case .object(let object) = tree else { throw RecordingFault.unknown }
        let kind: Entry.Kind
        if object["secret"] != nil {
            kind = .secret
        } else if case .string(let text)? = object["line"] {
            kind = .line(text)
        } else if case .string(let text)? = object["answer"] {
            kind = .answer(text)
        } else if object["command"] != nil {
            _ = try JSONDecoder().decode(CommandEntry.self, from: Data(line.utf8))
            kind = .outcome
        } else if case .string? = object["failure"] {
            kind = .outcome
        } else {
            throw RecordingFault.unknown
        }
        return Entry(number: number, kind: kind, tree: withoutStack(object))
    }

    /// Returns the feedback of version 1 without the whole stack that it contains.
    private static func withoutStack(_ object: [String: JSONValue]) -> JSONValue {
        var object = object
        if case .object(var feedback)? = object["feedback"], case .array(let stack)? = feedback["stack"] {
            feedback["stack"] = nil
            feedback["top"] = stack.last
            feedback["depth"] = .integer(Int128(stack.count))
            object["feedback"] = .object(feedback)
        }
        return .object(object)
    }

    private static func tree(_ line: Substring) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    }

    /// A decoder that accepts only commands of this host.
    private struct CommandEntry: Decodable {
        let command: NavigationCommand
    }
}

/// The fault of a line that belongs to no recording.
private enum RecordingFault: Error, CustomStringConvertible {
    case unknown

    var description: String { "it is not a line, answer, command or failure" }
}
