@_spi(Host) import ModuleKit

/// `match PATTERN… --url URL`: matches patterns, without any module.
struct MatchCommand: Command {
    static let url = Option("--url", value: "URL", "the URL to be matched")
    static let batch = Option("--batch", "read one JSON object a line, write one a line")
    static let description = CommandDescription(
        name: "match", words: "PATTERN…", summary: "try patterns on a URL; no module is needed", options: [url, batch],
        needsModules: false)

    private enum Work {
        case one(patterns: [String], url: String)
        case batch
    }

    private let work: Work

    init(_ arguments: Arguments) throws(UsageError) {
        if arguments.has(Self.batch) {
            guard arguments.words.isEmpty, !arguments.has(Self.url) else {
                throw .twoSources(Self.batch.name, arguments.has(Self.url) ? Self.url.name : "patterns")
            }
            work = .batch
        } else {
            let usage = "match PATTERN… --url URL"
            guard !arguments.words.isEmpty else { throw .missingWord("PATTERN", command: "match", usage: usage) }
            guard let url = arguments.values(Self.url).last else {
                throw .missingWord(Self.url.usage, command: "match", usage: usage)
            }
            work = .one(patterns: arguments.words, url: url)
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        switch work {
        case .batch: return try MatchBatch(console: session.console).run()
        case .one(let patterns, let url): return try run(patterns, url, in: session)
        }
    }

    private func run(_ patterns: [String], _ text: String, in session: Session) throws(Failure) -> ExitCode {
        let explanation = try Self.trial(patterns, session.mediator.ownHosts).explain(try Self.parse(text))
        try session.console.show(
            "explanation", explanation, text: ExplanationText.lines(explanation).joined(separator: "\n"))
        return explanation.candidates.isEmpty ? .noRoute : .done
    }

    private static func trial(_ patterns: [String], _ ownHosts: Set<String>) throws(Failure) -> PatternTrial {
        do {
            return try PatternTrial(patterns, ownHosts: ownHosts)
        } catch {
            throw Failure(code: "invalidPatterns", message: MatchFault.text(error), exitCode: .usage)
        }
    }

    private static func parse(_ text: String) throws(Failure) -> RouteURL {
        do {
            return try RouteURL(parsing: text)
        } catch {
            throw Failure(RequestError(.invalidURL(text, reason: "\(error)", redirectedFrom: nil)))
        }
    }
}

/// The faults of a table of patterns on trial.
enum MatchFault {
    /// Returns all faults, on one line.
    static func text(_ error: RegistrationError) -> String {
        guard case .invalid(let faults, _) = error else { return "\(error)" }
        return faults.map(text).joined(separator: "; ")
    }

    private static func text(_ fault: RegistrationFault) -> String {
        switch fault {
        case .invalidPattern(let pattern, _, let reason): "the pattern \"\(pattern)\" cannot be read: \(reason)"
        case .conflict(let pattern, let place, let other, _, let otherPlace):
            "pattern \(place.line), \(pattern), matches the same URLs as pattern \(otherPlace.line), \(other), and is as "
                + "specific; change one of them, or give one a higher priority"
        default: "\(fault)"
        }
    }
}

/// The identifier of a batch's line: a text or a number.
enum MatchIdentifier: Codable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}
