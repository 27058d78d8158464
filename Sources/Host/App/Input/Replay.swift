@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The replay of a recording. It supplies the recorded lines as input, and compares the session's events with the
/// recorded events, up to the first difference.
final class Replay: Sendable {
    /// One line of the file.
    private struct Entry: Sendable {
        /// The number of the line in the file; the first is 1.
        let number: Int
        let fields: [String: JSONValue]

        /// Returns the text of a typed line or answer; `nil` for another event.
        func text(_ key: String) -> String? { if case .string(let text)? = fields[key] { text } else { nil } }
    }

    private struct State {
        var place = 0
        var difference: Difference?
        var isOver = false
    }

    /// The maximum size of a file in bytes.
    private static let limit = 64 << 20
    /// The keys of events; each line after the first has at least one of these keys.
    private static let kinds = ["line", "answer", "secret", "command", "failure"]

    /// Whether the user typed the recorded lines.
    let isInteractive: Bool
    private let stack: JSONValue
    private let entries: [Entry]
    private let state = Mutex(State())

    /// Reads a recording, and validates all lines before the replay.
    init(path: String) throws(Failure) {
        let bytes = try Failure.describing(try CheckedFile.bytes(at: path, limit: Self.limit)) { (error: FileError) in
            Failure(recording: "\(path) cannot be read: \(error); \(error.remedy(or: "name a recording"))")
        }
        var entries: [Entry] = []
        for (place, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated() {
            guard case .object(let fields)? = try? JSONValue(document: Array(line.utf8)),
                place == 0 || Self.kinds.contains(where: { fields[$0] != nil })
            else { throw Self.damaged(path, place + 1, "it is not a line, answer, command or failure") }
            entries.append(Entry(number: place + 1, fields: fields))
        }
        guard case .object(let header)? = entries.first?.fields["recording"],
            case .bool(let isInteractive)? = header["isInteractive"], let stack = header["stack"]
        else { throw Self.damaged(path, 1, "it does not begin as a recording does") }
        guard entries[0].fields["format_version"] == .string("2.0") else {
            throw Self.damaged(path, 1, "its version is not 2.0")
        }
        (self.isInteractive, self.stack) = (isInteractive, stack)
        self.entries = Array(entries.dropFirst())
    }

    private static func damaged(_ path: String, _ line: Int, _ reason: String) -> Failure {
        Failure(
            recording:
                "\(path) is not a recording, or is damaged at line \(line): \(reason); make one with `record FILE`")
    }

    /// The first difference of the session, if any.
    var difference: Difference? { state.withLock(\.difference) }

    /// The number of lines of the file that the session has repeated without a difference.
    var count: Int { state.withLock(\.place) }

    /// Compares the stack with the stack at the beginning of the recording, and returns whether they are equal.
    func begins(with entries: [StackEntry]) -> Bool {
        func tree(_ stack: JSONValue?) -> JSONValue { .object(["recording": .object(["stack": stack ?? .null])]) }
        var difference = Difference(line: 1, expected: tree(stack), found: tree(Self.tree(of: entries)))
        difference?.reason =
            "the recording began with other pages; in a new shell, open the pages that line 1 lists, then replay it"
        state.withLock { [difference] in $0.difference = difference }
        return difference == nil
    }

    /// Returns the next recorded line. Returns the end of the input if no event is left, or after a difference, such as
    /// a recorded answer when the session expects a command.
    func next(_ purpose: LinePurpose) -> LineEvent {
        state.withLock { state in
            guard state.difference == nil, entries.indices.contains(state.place) else { return .end }
            let entry = entries[state.place]
            let isSecret = entry.fields["secret"] != nil
            if !isSecret, let text = entry.text(purpose == .command ? "line" : "answer") {
                state.place += 1
                return .line(text)
            }
            state.difference = Difference(line: entry.number, expected: .object(entry.fields), found: nil)
            state.difference?.reason =
                if isSecret {
                    "the typed text was secret and was not recorded"
                } else if entry.text("line") != nil {
                    "an answer is expected, and the recording has a command"
                } else {
                    entry.text("answer").map { _ in "a command is expected, and the recording has an answer" }
                }
            return .end
        }
    }

    /// Compares an event with the recording; typed lines come from the recording and are not compared.
    func note(_ event: LogEvent) {
        switch event {
        case .line, .answer, .secret: return
        case .command, .failure: break
        }
        guard let found = Self.tree(of: event) else { return }
        state.withLock { compare(found, &$0) }
    }

    /// Ends the replay. A recorded event that has not occurred is a difference; later events of the session are
    /// ignored.
    func finish() {
        state.withLock { state in
            compare(nil, &state)
            state.isOver = true
        }
    }

    private func compare(_ found: JSONValue?, _ state: inout State) {
        guard state.difference == nil, !state.isOver else { return }
        let entry = entries.dropFirst(state.place).first
        state.difference = Difference(
            line: entry?.number ?? (entries.last?.number ?? 1) + 1, expected: entry.map { .object($0.fields) },
            found: found)
        if entry != nil, state.difference == nil { state.place += 1 }
    }

    /// Returns a value as a tree, for comparison with the recording.
    private static func tree(of value: some Encodable) -> JSONValue? {
        (try? JSONText.encode(value)).flatMap { try? JSONValue(document: Array($0.utf8)) }
    }
}

/// The first difference between a session and its recording.
struct Difference: Sendable, Encodable {
    let line: Int
    /// The position in the line, such as `command.page.title`; empty for the whole line.
    let at: String
    /// The recorded value; `nil` for none.
    let expected: JSONValue?
    /// The current value; `nil` for none.
    let found: JSONValue?
    var reason: String?

    /// Creates the first difference of two trees; `nil` if they are equal.
    fileprivate init?(line: Int, expected: JSONValue?, found: JSONValue?) {
        guard let (path, left, right) = Self.first(expected, found, []) else { return nil }
        (self.line, at, self.expected, self.found) = (line, path.joined(separator: "."), left, right)
    }

    private static func first(
        _ left: JSONValue?, _ right: JSONValue?, _ path: [String]
    ) -> ([String], JSONValue?, JSONValue?)? {
        switch (left, right) {
        case (.object(let left), .object(let right)):
            for key in Set(left.keys).union(right.keys).sorted() {
                if let place = first(left[key], right[key], path + [key]) { return place }
            }
            return nil
        case (.array(let left), .array(let right)):
            for index in 0..<max(left.count, right.count) {
                let (one, other) = (left.dropFirst(index).first, right.dropFirst(index).first)
                if let place = first(one, other, path + ["\(index)"]) { return place }
            }
            return nil
        default: return left == right ? nil : (path, left, right)
        }
    }

    /// A sentence about the difference.
    var words: String {
        let place = at.isEmpty ? "line \(line)" : "line \(line), at \(at)"
        let difference = "\(place): expected \(Self.text(expected)), found \(Self.text(found))"
        return difference + (reason.map { "; \($0)" } ?? "")
    }

    private static func text(_ tree: JSONValue?) -> String {
        guard let tree else { return "nothing" }
        return (try? JSONText.encode(tree)).map { $0.count > 300 ? $0.prefix(300) + "…" : $0 } ?? "a non-JSON value"
    }
}

extension Failure {
    /// Describes why a recording cannot be made or replayed.
    init(recording message: String) { self.init("recording", message) }
}
