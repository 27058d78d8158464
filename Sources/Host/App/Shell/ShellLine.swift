@_spi(Host) import ModuleKit
import Platform

/// The meaning of one line of the shell.
enum ShellLine: Sendable {
    /// An empty line, or a comment after `#`.
    case blank
    case quit
    /// The number of a link or form on the page, and values for the form if the line contains them.
    case follow(Int, filledWith: [String: String]? = nil)
    case command(PreparedCommand)

    /// Parses a line. A line that is not empty contains a number (alone or with the values of a form), a URL, or a
    /// command with its arguments. `aliases` maps each alias to the line that it stands for.
    init(_ line: String, aliases: [String: String] = [:]) throws(Failure) {
        // A comment is not split, because it may contain an unpaired quotation mark.
        let isComment = line.first { !$0.isWhitespace } == "#"
        let words = isComment ? [] : try Self.expanded(try ShellWords.split(line), aliases)
        guard let first = words.first else {
            self = .blank
            return
        }
        if HelpText.endings.contains(first) {
            guard words.count == 1 else { throw .extraWord(words[1], command: first, usage: first) }
            self = .quit
        } else if let number = Int(first) {
            self = .follow(number, filledWith: try Self.texts(words))
        } else if let command = CommandTable.find(first) {
            let arguments = try CommandTable.arguments(
                Array(words.dropFirst()), allowed: command.options + [HostOptions.help], for: command)
            self = .command(try CommandTable.prepared(command, arguments))
        } else if Self.looksLikeURL(first) {
            self = .command(try Command.open.prepared(try Arguments(words, allowed: Command.open.options)))
        } else {
            throw CommandTable.unknown(first)
        }
    }

    /// Returns the form's values, which follow the number as a JSON object of texts, keyed by field. Error messages do
    /// not contain the values.
    private static func texts(_ words: [String]) throws(Failure) -> [String: String]? {
        guard words.count > 1 else { return nil }
        if words.count == 2, let texts = try? Payload(json: Array(words[1].utf8)).decode(as: [String: String].self) {
            return texts
        }
        throw .missingWord("one object of texts", command: words[0], usage: words[0] + #" '{"FIELD":"TEXT"}'"#)
    }

    /// Returns the words; if the first word is an alias, the words of the alias's line replace it. The name of a
    /// command is never an alias.
    static func expanded(_ words: [String], _ aliases: [String: String]) throws(Failure) -> [String] {
        guard let first = words.first, let line = aliases[first], !CommandTable.reserved.contains(first) else {
            return words
        }
        // The line may begin with another alias. The alias just expanded is not expanded again, so the expansion ends.
        let others = aliases.filter { $0.key != first }
        return try expanded(try ShellWords.split(line), others) + words.dropFirst()
    }

    /// Returns whether a word that is not a command is meant as a URL.
    static func looksLikeURL(_ word: String) -> Bool { word.contains("/") || word.contains(":") }

    var isQuit: Bool { if case .quit = self { true } else { false } }

    var isRecorded: Bool {
        switch self {
        case .blank, .quit: false
        case .follow: true
        case .command(let command): !command.belongs(to: .record) && !command.belongs(to: .replay)
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        switch self {
        case .blank, .quit: .done
        case .follow(let number, let texts): try await session.follow(number, filledWith: texts)
        case .command(let command): try await command.run(session)
        }
    }

    /// Returns a line as the history and recordings keep it, and whether a part is hidden. Hidden parts are sensitive
    /// values in URLs, values of options with sensitive names, and a body in a line with a sensitive URL. The line may
    /// be invalid.
    static func kept(_ text: String, in session: Session) -> (text: String, isRedacted: Bool) {
        let typed = ShellWords.read(text).words
        // The values of a form are recorded separately, as answers.
        if let number = typed.first, Int(number) != nil { return (number, false) }
        // Aliases are expanded first, because an alias may contain a sensitive URL. The typed body is then also hidden.
        let words = (try? expanded(typed, session.configuration.aliases)) ?? typed
        let mediator = session.mediator
        var shown = words.map { mediator.hidingNamedValues(in: mediator.redacted($0)) }
        guard shown != words || words.contains(where: mediator.isSensitive) else { return (text, false) }
        for place in words.indices.dropFirst() where !isBare(words[place]) { shown[place] = "***" }
        return (shown.map(ShellWords.quote).joined(separator: " "), true)
    }

    /// Returns whether a word is certainly not a body: it is a URL, the name of an option, or an option with a URL.
    private static func isBare(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return isURL(word[...]) }
        guard let value = word.firstIndex(of: "=") else { return word.hasPrefix("--") || word.count == 2 }
        return isURL(word[value...].dropFirst())
    }

    private static func isURL(_ text: Substring) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return text.hasPrefix("/") }
        return text[..<scheme.lowerBound].allSatisfy { $0.isLetter || $0.isNumber }
    }
}

extension ShellWords {
    /// Returns the words of a line; throws if a quotation mark is not closed.
    static func split(_ line: String) throws(Failure) -> [String] {
        let (words, openQuote, _) = read(line)
        if let openQuote { throw Failure(usage: "the quotation mark at column \(openQuote) is not closed; close it") }
        return words
    }
}
