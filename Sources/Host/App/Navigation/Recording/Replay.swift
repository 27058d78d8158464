@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The repetition of a recording: it supplies the recorded lines, and compares the events with the recorded ones, up to
/// the first difference.
final class Replay: Sendable {
    private struct State {
        var place = 0
        var difference: Difference?
        var isOver = false
    }

    private let entries: [Recording.Entry]
    private let end: Int
    private let state = Mutex(State())

    init(_ recording: Recording) {
        entries = recording.entries
        end = (entries.last?.number ?? 1) + 1
    }

    /// The first difference of the session, if any.
    var difference: Difference? { state.withLock(\.difference) }

    /// The number of equal lines of the file.
    var count: Int { state.withLock(\.place) }

    /// Returns the next typed line; the end if there is none, or after a difference, such as a line with another
    /// purpose.
    func next(_ purpose: LinePurpose) -> LineEvent {
        state.withLock { state in
            guard state.difference == nil, entries.indices.contains(state.place) else { return .end }
            let entry = entries[state.place]
            let text = if case .command = purpose { entry.line } else { entry.answer }
            if let text, !entry.isSecret {
                state.place += 1
                return .line(text)
            }
            state.difference = Difference(
                line: entry.number, at: "", expected: .object(entry.fields), found: nil, reason: Self.reason(entry))
            return .end
        }
    }

    /// Returns the reason why the recorded event does not fit the request.
    private static func reason(_ entry: Recording.Entry) -> String? {
        if entry.isSecret { return "what was typed was secret and was not recorded" }
        if entry.line != nil { return "an answer is expected, and the recording has a command" }
        return entry.answer.map { _ in "a command is expected, and the recording has an answer" }
    }

    /// Compares an event; typed lines are the recording's own.
    func note(_ event: LogEvent) {
        switch event {
        case .line, .answer, .secret: return
        case .command, .failure: break
        }
        guard let found = event.tree else { return }
        state.withLock { state in
            guard state.difference == nil, !state.isOver else { return }
            guard entries.indices.contains(state.place) else {
                state.difference = Difference(line: end, at: "", expected: nil, found: found)
                return
            }
            let entry = entries[state.place]
            state.difference = Difference(line: entry.number, expected: .object(entry.fields), found: found)
            if state.difference == nil { state.place += 1 }
        }
    }

    /// Ends the replay: recorded events that have not occurred are missing, and later events do not count.
    func finish() {
        state.withLock { state in
            state.isOver = true
            guard state.difference == nil, entries.indices.contains(state.place) else { return }
            let entry = entries[state.place]
            state.difference = Difference(line: entry.number, at: "", expected: .object(entry.fields), found: nil)
        }
    }
}

/// The first difference between a session and its recording.
struct Difference: Sendable, Equatable, Encodable {
    let line: Int
    /// The place in the line, such as `command.page.title`; empty for the whole line.
    let at: String
    /// The recorded value; `nil` for none.
    let expected: JSONValue?
    /// The current value; `nil` for none.
    let found: JSONValue?
    var reason: String?

    init(line: Int, at: String, expected: JSONValue?, found: JSONValue?, reason: String? = nil) {
        self.line = line
        self.at = at
        self.expected = expected
        self.found = found
        self.reason = reason
    }

    /// Creates the first difference of two trees; `nil` if they are equal.
    init?(line: Int, expected: JSONValue, found: JSONValue) {
        guard let (path, left, right) = Self.first(expected, found, []) else { return nil }
        self.init(line: line, at: path.joined(separator: "."), expected: left, found: right)
    }

    private typealias Place = ([String], JSONValue?, JSONValue?)

    private static func first(_ left: JSONValue, _ right: JSONValue, _ path: [String]) -> Place? {
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

    private static func first(_ left: JSONValue?, _ right: JSONValue?, _ path: [String]) -> Place? {
        guard let left, let right else { return left == right ? nil : (path, left, right) }
        return first(left, right, path)
    }

    /// The difference in a sentence.
    var words: String {
        let place = at.isEmpty ? "line \(line)" : "line \(line), at \(at)"
        let difference = "\(place): expected \(Self.text(expected)), found \(Self.text(found))"
        return difference + (reason.map { "; \($0)" } ?? "")
    }

    private static func text(_ tree: JSONValue?) -> String {
        guard let tree else { return "nothing" }
        return (try? JSONText.encode(tree)).map { $0.count > 300 ? $0.prefix(300) + "…" : $0 } ?? "what has no JSON"
    }
}
