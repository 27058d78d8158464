/// What one line of the shell means.
enum ShellLine: Sendable {
    /// Nothing, or a comment behind `#`.
    case blank
    case quit
    case follow(FollowCommand)
    case command(any Command)

    /// Reads a line: a number, a URL, or a command with its words.
    init(_ line: String) throws(UsageError) {
        // A comment is not split: it may hold half a pair of quotation marks.
        let isComment = line.first { !$0.isWhitespace } == "#"
        let words = isComment ? [] : try ShellWords.split(line)
        guard let first = words.first else {
            self = .blank
            return
        }
        if HelpText.endings.contains(first) {
            guard words.count == 1 else { throw .extraWord(words[1], command: first, usage: first) }
            self = .quit
        } else if words.count == 1, let number = Int(first) {
            self = .follow(FollowCommand(number: number))
        } else if let command = CommandTable.find(first) {
            let (words, description) = (Array(words.dropFirst()), command.description)
            self = .command(
                try command.init(
                    try CommandTable.arguments(words, allowed: description.options, for: description)))
        } else if Self.looksLikeURL(first) {
            self = .command(try OpenCommand(try Arguments(words, allowed: OpenCommand.description.options)))
        } else {
            throw CommandTable.unknown(first)
        }
    }

    /// Whether a word that is no command is meant as a URL.
    static func looksLikeURL(_ word: String) -> Bool { word.contains("/") || word.contains(":") }
}

extension ShellLine {
    /// Whether the line ends the shell.
    var isQuit: Bool { if case .quit = self { true } else { false } }

    /// Whether a recording has the line.
    var isRecorded: Bool {
        switch self {
        case .blank, .quit: false
        case .follow: true
        case .command(let command): !(command is RecordCommand || command is ReplayCommand)
        }
    }

    /// Runs the line.
    func run(in session: Session) async throws(Failure) -> ExitCode {
        switch self {
        case .blank, .quit: .done
        case .follow(let command): try await command.run(in: session)
        case .command(let command): try await command.run(in: session)
        }
    }
}

/// Takes a line of the shell apart into words, as the shells of POSIX do without expansion.
///
/// Blanks separate words. Within '…' everything is itself; within "…" and outside, a backslash takes away the meaning
/// of the next character.
enum ShellWords {
    static func split(_ line: String) throws(UsageError) -> [String] {
        let (words, openQuote) = read(line)
        if let openQuote { throw .unclosedQuote(column: openQuote) }
        return words
    }

    /// The words as far as they can be read, and the column of a quotation mark that nothing closes.
    static func read(_ line: String) -> (words: [String], openQuote: Int?) {
        var words: [String] = []
        var word: String?
        var quote: (mark: Character, column: Int)?
        var characters = line.enumerated().makeIterator()
        while let (column, character) = characters.next() {
            if character == "\\", quote?.mark != "'" {
                append(characters.next()?.element ?? "\\", to: &word)
            } else if let open = quote {
                if character == open.mark { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = (character, column + 1)
                word = word ?? ""
            } else if character.isWhitespace {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                append(character, to: &word)
            }
        }
        return (words + (word.map { [$0] } ?? []), quote?.column)
    }

    /// The text as one word that a shell reads as it is.
    static func quote(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { plain.contains($0) || $0 > 0x7F }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// What no shell gives a meaning to.
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%=".utf8)

    /// Appends in place: a new text for each character would make a long word slow.
    private static func append(_ character: Character, to word: inout String?) {
        if word == nil { word = "" }
        word?.append(character)
    }
}
