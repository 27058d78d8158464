@_spi(Host) import ModuleKit

/// The first place in which a session differs from its recording.
struct Difference: Sendable, Equatable, Encodable {
    /// The line of the recording.
    let line: Int
    /// Where in it, such as `command.page.title`; empty for all of it.
    let at: String
    /// What the recording has; `nil` for nothing.
    let expected: JSONValue?
    /// What there is; `nil` for nothing.
    let found: JSONValue?
    var reason: String?

    init(line: Int, at: String, expected: JSONValue?, found: JSONValue?, reason: String? = nil) {
        self.line = line
        self.at = at
        self.expected = expected
        self.found = found
        self.reason = reason
    }

    /// The first difference of two trees; `nil` where they are the same.
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
