import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// `match --batch`: reads one trial from each line of standard input, and writes one answer for each.
///
/// An invalid line gets an answer with an error, and the next line is read.
struct MatchBatch {
    let console: Console

    /// Runs to the end of the input; the exit code is 1 if a line had an error.
    func run() throws(Failure) -> ExitCode {
        var exitCode = ExitCode.done
        var lines = FileLines(of: STDIN_FILENO)
        while let line = try next(of: &lines) {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let answer = Self.answer(line)
            if answer.error != nil { exitCode = .failed }
            try console.write(answer)
        }
        return exitCode
    }

    private func next(of lines: inout FileLines) throws(Failure) -> String? {
        do {
            return try lines.next()
        } catch {
            throw Failure(
                code: "unreadableFile",
                message: "standard input cannot be read: \(error); write one question on each line",
                exitCode: .failed)
        }
    }

    static func answer(_ line: String) -> MatchAnswer {
        let question: MatchQuestion
        do {
            question = try JSONDecoder().decode(MatchQuestion.self, from: Data(line.utf8))
        } catch {
            let reason = (error as? DecodingError).map(Self.words) ?? "\(error)"
            return MatchAnswer(
                id: nil, error: "the line is not a question: \(reason); write {\"patterns\":[…],\"url\":…}")
        }
        return answer(question)
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is of another type"
        case .dataCorrupted: "it is not a JSON object"
        @unknown default: "it cannot be read"
        }
    }

    private static func answer(_ question: MatchQuestion) -> MatchAnswer {
        if let dialect = question.dialect {
            return MatchAnswer(id: question.id, error: "the dialect \"\(dialect)\" is not known; leave it out")
        }
        if let priorities = question.priorities, priorities.count != question.patterns.count {
            return MatchAnswer(id: question.id, error: "priorities has \(priorities.count) numbers; give one a pattern")
        }
        do {
            let hosts = Set(question.settings?.ownHosts ?? [])
            let trial = try PatternTrial(question.patterns, priorities: question.priorities ?? [], ownHosts: hosts)
            guard let url = question.url else { return MatchAnswer(id: question.id, match: nil) }
            return MatchAnswer(id: question.id, match: trial.match(try RouteURL(parsing: url)))
        } catch let error as RegistrationError {
            return MatchAnswer(id: question.id, error: MatchFault.text(error))
        } catch {
            return MatchAnswer(id: question.id, error: "\(error)")
        }
    }
}

/// One line of the input.
struct MatchQuestion: Decodable {
    struct Settings: Decodable {
        /// The web hosts that patterns without a scheme answer.
        let ownHosts: [String]?
    }

    /// A text or a number, which the answer repeats.
    let id: MatchIdentifier?
    let dialect: String?
    let patterns: [String]
    let priorities: [Int]?
    let url: String?
    let settings: Settings?
}

/// One line of a batch's output: the match with its parameters, or an error.
struct MatchAnswer: Encodable {
    let id: MatchIdentifier?
    let pattern: String?
    let parameters: Parameters?
    let error: String?

    init(id: MatchIdentifier?, match: (pattern: String, parameters: Parameters)?) {
        self.id = id
        pattern = match?.pattern
        parameters = match?.parameters
        error = nil
    }

    init(id: MatchIdentifier?, error: String) {
        self.id = id
        self.error = error
        pattern = nil
        parameters = nil
    }

    private enum Key: String, CodingKey { case id, matched, pattern, params, error }

    /// Encodes `{"id","matched","pattern","params"}` or `{"id","error"}`; a repeated query item is an array.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        if let error { return try container.encode(error, forKey: .error) }
        try container.encode(pattern != nil, forKey: .matched)
        guard let pattern, let parameters else { return }
        try container.encode(pattern, forKey: .pattern)
        var values: [String: MatchValue] = [:]
        for item in parameters.items { values[item.name] = MatchValue(parameters.all(item.name)) }
        try container.encode(values, forKey: .params)
    }
}

/// A parameter's value: a text, or an array of texts for a repeated query item.
private enum MatchValue: Encodable {
    case one(String)
    case several([String])

    init(_ values: [String]) { self = values.count == 1 ? .one(values[0]) : .several(values) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let text): try container.encode(text)
        case .several(let texts): try container.encode(texts)
        }
    }
}
