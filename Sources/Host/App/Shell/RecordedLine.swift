@_spi(Host) import ModuleKit
import Platform

/// A line of the shell in the form in which files keep it.
struct RecordedLine: Sendable, Equatable {
    let text: String
    /// Whether a part of it was left out.
    let isRedacted: Bool

    /// The line as an event of a recording.
    var event: LogEvent { .line(text, isRedacted: isRedacted) }
}

extension Session {
    /// Returns the kept form of a line, valid or not, without the sensitive values in its URLs, the values of options with
    /// sensitive names, and the body beside such a URL.
    func recordedForm(of text: String) -> RecordedLine {
        let typed = ShellWords.read(text).words
        // The line of an alias may have the URL that makes the rest sensitive.
        let words = (try? ShellLine.expanded(typed, configuration.aliases)) ?? typed
        var shown = words.map { mediator.hidingNamedValues(in: mediator.redacted($0)) }
        guard shown != words || words.contains(where: mediator.isSensitive) else {
            return RecordedLine(text: text, isRedacted: false)
        }
        for place in words.indices.dropFirst() where !RecordedLine.isBare(words[place]) { shown[place] = "***" }
        return RecordedLine(text: shown.map(ShellWords.quote).joined(separator: " "), isRedacted: true)
    }
}

extension RecordedLine {
    /// Returns whether a word is a URL, alone or of an option, or the name of an option: all other text may be a body,
    /// even a mistyped one.
    fileprivate static func isBare(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return isURL(word[...]) }
        guard let value = word.firstIndex(of: "=") else { return word.hasPrefix("--") || word.count == 2 }
        return isURL(word[value...].dropFirst())
    }

    private static func isURL(_ text: Substring) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return text.hasPrefix("/") }
        return text[..<scheme.lowerBound].allSatisfy { $0.isLetter || $0.isNumber }
    }
}
