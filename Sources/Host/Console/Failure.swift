/// An error as the command line tells it: a code for programs, a sentence for people, and the code of the exit.
struct Failure: Error, Sendable, Equatable {
    /// A stable word for programs, such as `noRoute`.
    let code: String
    var message: String
    let exitCode: ExitCode
    var url: String?
    var near: [String]?
    /// The line of the script that failed.
    var line: Int?

    /// The same, in a line of a script, unless it names one already.
    func at(line: Int?) -> Failure {
        var failure = self
        failure.line = failure.line ?? line
        return failure
    }
}

extension Failure: Encodable {
    private enum Key: String, CodingKey { case code, message, url, near, line }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(near, forKey: .near)
        try container.encodeIfPresent(line, forKey: .line)
    }
}
