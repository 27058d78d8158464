@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// What is installed, as far as a line may name it.
struct CompletionSource: Sendable {
    /// The name and the state of a module.
    struct InstalledModule: Sendable {
        let name: String
        let state: ModuleState
        /// Whether it is in the store.
        let isInstalled: Bool
    }

    var routes = RouteTree()
    var commands: [CommandDescription] = []
    var modules: @Sendable () -> [InstalledModule] = { [] }
    /// Returns the names in a folder; those of folders end in a slash.
    var names: @Sendable (_ folder: String) -> [String] = { _ in [] }
    /// Returns the parameters beside the path of a URL, with their values where there are a few.
    var query: @Sendable (_ url: String) -> [(name: String, values: [String])] = { _ in [] }
}

/// The completion of the last word of a line.
struct Completion {
    private typealias Choice = LineCompletion.Choice

    private let source: CompletionSource
    /// The words before the last one.
    private let words: [String]
    /// The last word, without its quotation marks.
    private let word: String
    /// The length of the last word as it was typed.
    private let length: Int

    /// Prepares the completion of the text before a cursor.
    init(_ text: String, in source: CompletionSource) {
        self.source = source
        let start = Self.lastWord(of: text)
        words = ShellWords.read(String(text[..<start])).words
        word = ShellWords.read(String(text[start...])).words.first ?? ""
        length = text[start...].count
    }

    private static func lastWord(of text: String) -> String.Index {
        var (start, quote, isEscaped) = (text.startIndex, Character?.none, false)
        for place in text.indices {
            let character = text[place]
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let mark = quote {
                if character == mark { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character.isWhitespace {
                start = text.index(after: place)
            }
        }
        return start
    }

    /// What may stand in place of the last word.
    var result: LineCompletion {
        let quoted = choices.map { choice in
            var choice = choice
            choice.text = choice.text.map { $0 == word ? $0 : Self.quoted($0) }
            return choice
        }
        return LineCompletion(length: length, choices: quoted)
    }

    /// Returns a word for the line; a question mark needs no quotation here.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { !$0.isWhitespace && !"'\"\\".contains($0) }
        return isPlain ? text : ShellWords.quote(text)
    }

    private var choices: [Choice] {
        guard let first = words.first else {
            let names = source.commands.map(\.name) + HelpText.endings
            let commands = plain(names)
            return word.isEmpty || !commands.isEmpty && !word.contains(where: "/:".contains) ? commands : urls([.open])
        }
        guard var command = source.commands.first(where: { $0.name == first }) else {
            return ShellLine.looksLikeURL(first) ? rest(of: OpenCommand.description, dropping: 0) : []
        }
        guard !command.commands.isEmpty else { return rest(of: command, dropping: 1) }
        let commands = command.commands.map { $0.description }
        guard words.count > 1 else { return plain(commands.map(\.name)) }
        guard let inner = commands.first(where: { $0.name == words[1] }) else { return [] }
        command = inner
        return rest(of: command, dropping: 2)
    }

    private func rest(of command: CommandDescription, dropping count: Int) -> [Choice] {
        let before = words.dropFirst(count)
        if let option = command.options.first(where: { $0.name == before.last }), let value = option.value {
            return values(value, of: command)
        }
        if word.hasPrefix("-") {
            let names = command.options.map(\.name).filter { !before.contains($0) }
            return plain(names)
        }
        let options = Set(command.options.filter { $0.value != nil }.map(\.name))
        let place = before.indices.count { index in
            !before[index].hasPrefix("-") && !(index > before.startIndex && options.contains(before[index - 1]))
        }
        return place == 0 || command.words.contains("…") ? values(command.words, of: command) : []
    }

    /// Returns the values of a word in the notation of the help, such as `FILE|off`.
    private func values(_ notation: String, of command: CommandDescription) -> [Choice] {
        let kinds = notation.filter { !"[]…".contains($0) }.split(separator: "|").map(String.init)
        return kinds.flatMap { kind -> [Choice] in
            switch kind {
            case "URL": urls(command.name == "call" ? [.call] : command.name == "open" ? [.open] : [.open, .call])
            case "FILE", "PATH", "DIR": files
            case "NAME", "MODULE":
                plain(source.modules().filter { $0.fits(command.name) }.map(\.name))
            case "COMMAND": plain(source.commands.map(\.name) + HelpText.endings)
            case _ where kind.allSatisfy(\.isLowercase): plain([kind])
            default: []
            }
        }
    }

    private func plain(_ names: [String]) -> [Choice] {
        Set(names).filter { $0.hasPrefix(word) }.sorted().map { Choice(text: $0, label: $0) }
    }

    private func urls(_ verbs: Set<Verb>) -> [Choice] {
        guard let mark = word.firstIndex(of: "?") else { return source.routes.choices(for: word, verbs) }
        let start = word.lastIndex { $0 == "&" || $0 == "?" }.map(word.index(after:)) ?? word.endIndex
        let (head, last) = (word[..<start], word[start...])
        let parameters = source.query(String(word[..<mark]))
        guard let equals = last.firstIndex(of: "=") else {
            let used = word[mark...].dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" } }
            return parameters.filter { $0.name.hasPrefix(last) && !used.contains($0.name[...]) }.map {
                Choice(text: "\(head)\($0.name)=", label: $0.name + "=", isWhole: false)
            }
        }
        let (name, value) = (last[..<equals], last[equals...].dropFirst())
        return parameters.filter { $0.name == name }.flatMap(\.values).filter { $0.hasPrefix(value) }.map {
            Choice(text: "\(head)\(name)=\($0)", label: $0, isWhole: false)
        }
    }

    private var files: [Choice] {
        let start = word.lastIndex(of: "/").map(word.index(after:)) ?? word.startIndex
        let (folder, beginning) = (String(word[..<start]), word[start...])
        return source.names(folder.isEmpty ? "." : folder)
            .filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
            .map { Choice(text: folder + $0, label: $0, isWhole: !$0.hasSuffix("/")) }
    }
}

extension CompletionSource.InstalledModule {
    /// Returns whether a command has an effect on the module.
    fileprivate func fits(_ command: String) -> Bool {
        switch command {
        case "enable": state == .disabled
        case "disable": state != .disabled && state != .shadowed
        case "start": state != .active && state != .disabled && state != .shadowed
        case "stop", "reload", "routes": state == .active || state == .resolved
        case "uninstall", "trust", "verify": isInstalled
        case "why", "info": true
        default: false
        }
    }
}
