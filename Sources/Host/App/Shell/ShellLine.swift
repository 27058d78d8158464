import Platform

/// The meaning of one line of the shell.
enum ShellLine: Sendable {
    /// An empty line, or a comment after `#`.
    case blank
    case quit
    case follow(Int)
    case command(PreparedCommand)

    /// Parses a line: a number, a URL, or a command with its words.
    ///
    /// - Parameter aliases: the lines that first words stand for.
    init(_ line: String, aliases: [String: String] = [:]) throws(UsageError) {
        // A comment is not split, since it may contain a single quotation mark.
        let isComment = line.first { !$0.isWhitespace } == "#"
        let words = isComment ? [] : try Self.expanded(try ShellWords.split(line), aliases)
        guard let first = words.first else {
            self = .blank
            return
        }
        if HelpText.endings.contains(first) {
            guard words.count == 1 else { throw .extraWord(words[1], command: first, usage: first) }
            self = .quit
        } else if words.count == 1, let number = Int(first) {
            self = .follow(number)
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

    /// Returns words with the line of an alias in place of its name; the name of a command is no alias.
    static func expanded(_ words: [String], _ aliases: [String: String]) throws(UsageError) -> [String] {
        guard let first = words.first, !CommandTable.reserved.contains(first), let line = aliases[first] else {
            return words
        }
        // The line may begin with another alias; this one is left out, or the expansion would never end.
        let others = aliases.filter { $0.key != first }
        return try expanded(try ShellWords.split(line), others) + words.dropFirst()
    }

    /// Returns whether a word that is not a command is meant as a URL.
    static func looksLikeURL(_ word: String) -> Bool { word.contains("/") || word.contains(":") }
}

extension ShellLine {
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
        case .follow(let number): try await session.follow(number)
        case .command(let command): try await command.run(session)
        }
    }
}

extension ShellWords {
    /// Returns the words of a line in which each quotation mark has a pair.
    static func split(_ line: String) throws(UsageError) -> [String] {
        let (words, openQuote, _) = read(line)
        if let openQuote { throw .unclosedQuote(column: openQuote) }
        return words
    }
}
