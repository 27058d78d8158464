import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// A parsed recording.
struct Recording: Sendable {
    /// One line of the file.
    struct Entry: Sendable {
        /// The number of the file's line, from 1.
        let number: Int
        let fields: [String: JSONValue]

        /// Whether a secret was typed, which is not kept.
        var isSecret: Bool { fields["secret"] != nil }
        /// The typed line; `nil` for another event.
        var line: String? { if case .string(let text)? = fields["line"] { text } else { nil } }
        /// The typed answer; `nil` for another event.
        var answer: String? { if case .string(let text)? = fields["answer"] { text } else { nil } }
    }

    /// The maximum size of a file in bytes.
    private static let limit = 64 << 20
    /// The keys of which each line has one.
    private static let kinds = ["line", "answer", "secret", "command", "failure"]

    let isInteractive: Bool
    let stack: JSONValue
    let entries: [Entry]

    /// Reads a file, and validates every line of it before the replay.
    init(path: String) throws(Failure) {
        let text: String
        do {
            text = String(decoding: try CheckedFile.bytes(at: path, limit: Self.limit), as: UTF8.self)
        } catch {
            throw Failure(recording: "\(path) cannot be read: \(error); name a recording")
        }
        var entries: [Entry] = []
        for (place, line) in text.split(separator: "\n").enumerated() {
            guard let fields = try? JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8)),
                place == 0 || Self.kinds.contains(where: { fields[$0] != nil })
            else { throw Self.damaged(path, place + 1, "it is not a line, answer, command or failure") }
            entries.append(Entry(number: place + 1, fields: fields))
        }
        guard case .object(let header)? = entries.first?.fields["recording"],
            case .bool(let isInteractive)? = header["isInteractive"], let stack = header["stack"]
        else { throw Self.damaged(path, 1, "it does not begin as a recording does") }
        guard entries[0].fields["format_version"] == .string("2.0") else {
            throw Self.damaged(path, 1, "it is not of version 2.0")
        }
        (self.isInteractive, self.stack) = (isInteractive, stack)
        self.entries = Array(entries.dropFirst())
    }

    private static func damaged(_ path: String, _ line: Int, _ reason: String) -> Failure {
        Failure(
            recording:
                "\(path) is not a recording, or is damaged at line \(line): \(reason); make one with `record FILE`")
    }
}
