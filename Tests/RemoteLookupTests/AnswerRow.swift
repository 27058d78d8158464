import TestSupport
import Testing

/// A row of a table: a service's answer, and the outcome.
struct AnswerRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reply: HTTPReply
    let outcome: Outcome

    init(_ title: String, _ reply: HTTPReply, _ outcome: Outcome) {
        (testDescription, self.reply, self.outcome) = (title, reply, outcome)
    }
}

extension StringProtocol {
    /// The text as one chunk of a chunked body.
    var chunk: String { "\(String(utf8.count, radix: 16))\r\n\(self)\r\n" }
}

extension String {
    /// The text with blanks up to a number of bytes.
    func padded(to count: Int) -> String { self + String(repeating: " ", count: count - utf8.count) }
}
