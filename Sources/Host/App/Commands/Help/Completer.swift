@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The candidates for a word of a command line, for the scripts of `completions`.
///
/// Names and URLs of modules are those that earlier starts have scanned: no code of a plugin runs.
struct Completer {
    /// The hidden command, whose words are those of the command line up to the cursor.
    static let word = "complete-words"

    private let environment: [String: String]
    /// The word at the cursor.
    private let current: String
    private var command: CommandDescription?
    private var subcommand: CommandDescription?
    /// The number of words after the command, or after the one that it selects.
    private var wordCount = 0
    /// The option whose value is at the cursor.
    private var option: Option?
    private var folders: [String] = []

    init(_ words: [String], environment: [String: String]) {
        self.environment = environment
        current = words.last ?? ""
        var rest = words.dropLast()
        while let word = rest.popFirst() { take(word, &rest) }
        if current.hasPrefix("-"), let end = current.firstIndex(of: "=") {
            option = options.first { $0.name == current[..<end] }
        }
    }

    /// The candidates that begin with the word at the cursor, each with a tab and a description, or `:files` and
    /// `:folders` for those of the shell.
    var lines: [String] {
        let prefix = current.hasPrefix("-") && option != nil ? current.prefix { $0 != "=" } + "=" : ""
        var seen: Set<String> = []
        return candidates.compactMap { candidate in
            let isRule = candidate.text.hasPrefix(":")
            let text = isRule ? candidate.text : prefix + candidate.text
            guard isRule || text.hasPrefix(current), seen.insert(text).inserted else { return nil }
            return PlainText.line(text) + (candidate.about.isEmpty ? "" : "\t" + PlainText.line(candidate.about))
        }
    }

    private struct Candidate {
        let text: String
        var about = ""

        init(_ text: String, _ about: String = "") { (self.text, self.about) = (text, about) }

        init(_ command: CommandDescription) { self.init(command.name, command.summary) }
    }

    private var options: [Option] { ((subcommand ?? command)?.options ?? []) + HostOptions.all }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) {
        if word.hasPrefix("-"), word.count > 1 {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }), option.value != nil else { return }
            let value = parts.count == 2 ? parts[1] : rest.popFirst()
            if value == nil { self.option = option }
            if option == HostOptions.modules, let value { folders.append(value) }
        } else if command == nil {
            command = (CommandTable.find(word) ?? OpenCommand.self).description
        } else if let command, !command.commands.isEmpty, subcommand == nil {
            subcommand = command.all.first { $0.name == "\(command.name) \(word)" } ?? command
        } else {
            wordCount += 1
        }
    }

    private var candidates: [Candidate] {
        if let option { return values(of: Self.notations[option.name] ?? option.value ?? "") }
        if current.hasPrefix("-") { return options.map { Candidate($0.name, $0.summary) } }
        guard let command else {
            let commands = CommandTable.all.map { $0.description }.filter { !$0.shellOnly }
            return commands.map { Candidate($0) } + (current.isEmpty ? [] : values(of: "URL"))
        }
        if !command.commands.isEmpty, subcommand == nil { return command.commands.map { Candidate($0.description) } }
        let chosen = subcommand ?? command
        guard wordCount == 0 || chosen.words.contains("…") else { return [] }
        return values(of: Self.notations[chosen.name] ?? chosen.words)
    }

    /// Words of commands and values of options whose notation alone does not say what they name.
    private static let notations = [
        "--label": "LABEL", "--log-level": LogLevel.allCases.map(\.rawValue).joined(separator: "|"),
        "--remote": "FILE", HostOptions.service.name: "", "module new": "",
    ]

    /// Returns the values that a notation of the help allows, such as `[MODULE…]`, `FILE|off` or `shell|external`.
    private func values(of notation: String) -> [Candidate] {
        notation.split { "[]|… ".contains($0) }.flatMap { part -> [Candidate] in
            switch part {
            case "URL": urls
            case "NAME", "MODULE": catalogue?.modules.map { Candidate($0.name) } ?? []
            case "LABEL": routes.flatMap(\.labels).map { Candidate($0.name) }
            case "COMMAND": CommandTable.all.map { Candidate($0.description) }
            case "FILE", "PATH": [Candidate(":files")]
            case "DIR": [Candidate(":folders")]
            default: part.allSatisfy { $0.isLowercase } ? [Candidate(String(part))] : []
            }
        }
    }

    /// The URLs of routes, up to the first parameter.
    private var urls: [Candidate] {
        let verb: Verb = command?.name == CallCommand.description.name ? .call : .open
        return routes.filter { $0.verb == verb && $0.access.allows(.shell, owner: $0.owner) }.compactMap { route in
            let literal = String(route.pattern.prefix { !":*(".contains($0) })
            guard route.pattern.hasPrefix("/"), literal != "/" else { return nil }
            return Candidate(current.hasPrefix("/") ? literal : "app:/" + literal, route.summary ?? route.owner)
        }.sorted { $0.text < $1.text }
    }

    private var routes: [RouteDescription] {
        let catalogue = catalogue
        let manifests = catalogue?.modules.compactMap { catalogue?.manifest(of: $0.name) } ?? []
        return manifests.flatMap(\.routes).map(\.description)
    }

    private var catalogue: ModuleCatalogue? {
        let search = ModuleSearch(
            options: folders, environment: environment, executableFolder: Executable.folder)
        let store = ModuleStore(environment: environment)
        return CatalogueSource(
            search: search, store: store, hold: StoreHold(store), cache: CacheHome.folder(environment, "modules")
        ).known()
    }
}
