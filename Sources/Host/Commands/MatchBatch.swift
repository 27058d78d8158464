import FoundationEssentials
@_spi(Host) import ModuleKit

/// `match --batch`: one trial a line of standard input, one answer a line of standard output.
///
/// A line that cannot be read gets an answer with an error, and the next line is read.
struct MatchBatch {
    let console: Console

    /// Runs to the end of the input; the exit code is 1 where a line had an error.
    func run() throws(Failure) -> ExitCode {
        var exitCode = ExitCode.done
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let answer = Self.answer(line)
            if answer.error != nil { exitCode = .failed }
            try console.write(answer)
        }
        return exitCode
    }

    /// The answer to one line.
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
            return MatchAnswer(id: question.id, match: trial.match(try RouteURL(url)))
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
        /// The web hosts for which patterns without a scheme answer.
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
