@_spi(Host) import ModuleKit
import Platform

/// The completion of the last word of a line, in the shell or on the command line. The notation of a command's
/// arguments, such as `URL`, determines the choices.
struct Completion {
    private typealias Choice = LineCompletion.Choice

    /// Whether the line is typed in the shell instead of on the command line.
    private let isInShell: Bool
    private let aliases: [String: String]
    /// The part of the last word before the part that is completed, such as `--origin=`.
    private var head = ""
    /// The part of the last word that is completed.
    private var word: String
    private var command: Command?
    private var member: Command?
    /// The number of words after the command; for a group such as `module`, after the subcommand.
    private var wordCount = 0
    /// The option whose value is completed.
    private var option: Option?
    /// The options before the last word, with their values; a flag has an empty value.
    private var given: [String: [String]] = [:]

    /// Prepares the completion of a word after other words. `aliases` maps each alias to the line that it stands for.
    init(_ word: String, after words: [String], isInShell: Bool, aliases: [String: String]) {
        (self.word, self.isInShell, self.aliases) = (word, isInShell, aliases)
        var rest = words[...]
        while let word = rest.popFirst() { take(word, &rest) }
        if word.hasPrefix("-"), let end = word.firstIndex(of: "="), let option = option(word[..<end]) {
            (head, self.word, self.option) = (String(word[...end]), String(word[end...].dropFirst()), option)
        }
    }

    /// Returns the completion of a line of the shell, in which words may have quotation marks.
    static func line(_ text: String, aliases: [String: String] = [:], in source: CompletionSource) -> LineCompletion {
        let start = ShellWords.read(text).lastStart
        let words = ShellWords.read(String(text[..<start])).words
        let word = ShellWords.read(String(text[start...])).words.first ?? ""
        let found = Completion(word, after: words, isInShell: true, aliases: aliases).choices(in: source)
        let quoted = found.map { choice in
            var choice = choice
            choice.text = choice.text.map { $0 == word ? $0 : Self.quoted($0) }
            return choice
        }
        return LineCompletion(length: text[start...].count, choices: quoted)
    }

    /// Returns a word, in quotation marks if the shell would otherwise split or change it.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { !$0.isWhitespace && !"'\"\\".contains($0) }
        return isPlain ? text : ShellWords.quote(text)
    }

    /// The host's options before the last word, without default values.
    var options: HostOptions? {
        let allowed = Set(HostOptions.all.map(\.name))
        return try? HostOptions(Arguments(options: given.filter { allowed.contains($0.key) }))
    }

    /// Returns one line for each candidate, as the scripts of `completions` expect: the text, a tab, the description.
    /// For the candidate `:files` or `:folders`, the script completes paths itself.
    func lines(in source: CompletionSource) -> [String] {
        choices(in: source).compactMap { choice in
            choice.text.map { PlainText.line($0) + (choice.about.isEmpty ? "" : "\t" + PlainText.line(choice.about)) }
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) {
        if word.hasPrefix("-"), word.count > 1 {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard let option = option(parts[0]) else { return }
            let value = option.value == nil ? "" : parts.count == 2 ? parts[1] : rest.popFirst()
            if let value { given[option.name, default: []].append(value) } else { self.option = option }
        } else if command == nil {
            let words = (try? ShellLine.expanded([word], aliases)) ?? [word]
            let first = words.first ?? word
            let isURL = CommandTable.find(first) == nil && ShellLine.looksLikeURL(first)
            command = isURL ? .open : CommandTable.find(first) ?? Self.unknown
            wordCount = isURL ? 1 : 0
            rest = words.dropFirst() + rest
        } else if let command, !command.commands.isEmpty, member == nil {
            member = command.commands.first { $0.lastWord == word } ?? Self.unknown
        } else if command?.name == "help", let group = CommandTable.find(word), !group.commands.isEmpty {
            command = group
        } else {
            wordCount += 1
        }
    }

    private static let unknown = Command(name: "", summary: "")

    private var own: [Option] { (member ?? command)?.options ?? [] }
    private var common: [Option] { isInShell ? [] : HostOptions.all }

    private func option(_ name: some StringProtocol) -> Option? { (own + common).first { $0.name == name } }

    func choices(in source: CompletionSource) -> [LineCompletion.Choice] {
        found(in: source).map { choice in
            var choice = choice
            // `:files` is an instruction for the script in bash, zsh or fish, and not text for the line.
            choice.text = choice.text.map { $0.hasPrefix(":") ? $0 : head + $0 }
            return choice
        }
    }

    private func found(in source: CompletionSource) -> [Choice] {
        if let option { return values(option.value ?? "", in: source) { _ in true } }
        if word.hasPrefix("-") {
            return plain((own.filter { given[$0.name] == nil } + common).map { ($0.name, $0.summary) })
        }
        guard let command else { return firstWords(in: source) }
        if !command.commands.isEmpty, member == nil { return plain(command.commands.map(\.row)) }
        let chosen = member ?? command
        guard wordCount == 0 || chosen.words.contains("…") else { return [] }
        return values(chosen.words, in: source) { $0.fits(chosen.lastWord) }
    }

    private func firstWords(in source: CompletionSource) -> [Choice] {
        let known = CommandTable.all.filter { isInShell || $0.need != .shell }
        let others = isInShell ? HelpText.endings : []
        let rows = known.map(\.row) + others.map { ($0, "") } + aliases.map { ($0.key, $0.value) }
        let commands = plain(rows)
        let isCommand = word.isEmpty || !commands.isEmpty && !word.contains(where: "/:".contains)
        return isCommand ? commands : urls([.open], in: source)
    }

    /// Returns the values of a word in the notation of the help, such as `[MODULE…]`, `FILE|off` or `shell|external`.
    private func values(
        _ notation: String, in source: CompletionSource, _ fits: (CompletionSource.InstalledModule) -> Bool
    ) -> [Choice] {
        notation.split { "[]|… ".contains($0) }.flatMap { kind -> [Choice] in
            switch kind {
            case "URL":
                urls(
                    command?.name == "call" ? [.call] : command?.name == "open" ? [.open] : [.open, .call], in: source)
            case "FILE", "PATH", "DIR": source.paths(word, kind == "DIR")
            case "NAME", "MODULE": plain(source.modules().filter(fits).map { ($0.name, "") })
            case "LABEL": plain(source.labels().map { ($0, "") })
            case "COMMAND":
                plain(CommandTable.all.map(\.row) + (HelpText.endings + [HelpText.keysWord]).map { ($0, "") })
            default: kind.allSatisfy(\.isLowercase) ? plain([(String(kind), "")]) : []
            }
        }
    }

    private func plain(_ rows: [(name: String, about: String)]) -> [Choice] {
        var seen: Set<String> = []
        let found = rows.filter { $0.name.hasPrefix(word) && seen.insert($0.name).inserted }.sorted {
            $0.name < $1.name
        }
        return found.map { Choice(text: $0.name, label: $0.name, about: $0.about) }
    }

    private func urls(_ verbs: Set<Request.Verb>, in source: CompletionSource) -> [Choice] {
        guard let mark = word.firstIndex(of: "?") else { return source.urls(for: word, verbs) }
        let start = word.lastIndex { $0 == "&" || $0 == "?" }.map(word.index(after:)) ?? word.endIndex
        let (head, last) = (word[..<start], word[start...])
        let parameters = source.query(String(word[..<mark]))
        let shown = { PercentEncoding.legible($0, inQuery: true) }
        guard let equals = last.firstIndex(of: "=") else {
            let used = word[mark...].dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" } }
            return parameters.filter { $0.name.hasPrefix(last) && !used.contains($0.name[...]) }.map {
                Choice(text: "\(head)\(shown($0.name))=", label: $0.name + "=", isWhole: false)
            }
        }
        let (name, value) = (last[..<equals], PercentEncoding.decoded(last[equals...].dropFirst(), inQuery: true))
        return parameters.filter { shown($0.name) == name }.flatMap(\.values).filter { $0.hasPrefix(value) }.map {
            Choice(text: "\(head)\(name)=\(shown($0))", label: $0, isWhole: false)
        }
    }
}

extension Command {
    fileprivate var row: (name: String, about: String) { (lastWord, summary) }
}
