@_spi(Host) import ModuleKit
import ModuleTesting
import Platform
import PluginRuntime

/// The candidates for a word of the command line, for the scripts of `completions`.
///
/// The names and URLs of modules are those that earlier starts have scanned: no code of a plugin runs.
struct CommandLineCompletion {
    private let completion: Completion
    private let configuration: Configuration

    /// - Parameter words: the words after the program's name, up to the cursor.
    init(_ words: [String], _ configuration: Configuration) {
        self.configuration = configuration
        completion = Completion(
            words.last ?? "", behind: words.dropLast(), in: .commandLine, aliases: configuration.aliases)
    }

    /// The host's options before the cursor, without the defaults of a start.
    var options: HostOptions? {
        let allowed = Set(HostOptions.all.map(\.name))
        return try? HostOptions(Arguments(options: completion.given.filter { allowed.contains($0.key) }))
    }

    /// Returns the candidates, each with a tab and a description; `:files` or `:folders` are those of the shell that asks.
    func lines(_ catalogue: ModuleCatalogue?) async -> [String] {
        let source = await Self.source(of: catalogue)
        return completion.choices(in: source).compactMap { choice in
            choice.text.map { PlainText.line($0) + (choice.about.isEmpty ? "" : "\t" + PlainText.line(choice.about)) }
        }
    }

    /// Returns a URL to open for a word that is no command; `nil` if none begins with it.
    static func url(beginningWith word: String, in catalogue: ModuleCatalogue) async -> String? {
        await source(of: catalogue).url(beginningWith: word)
    }

    private static func source(of catalogue: ModuleCatalogue?) async -> CompletionSource {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let runtime = ModuleRuntime(mediator: mediator)
        if let catalogue { await runtime.begin(catalogue, startsSome: false) }
        let modules = await runtime.records.map(CompletionSource.InstalledModule.init)
        var source = CompletionSource(mediator, .shell, mediator.patterns(for: .shell))
        source.modules = { modules }
        source.paths = { [LineCompletion.Choice(text: $1 ? ":folders" : ":files", label: "")] }
        return source
    }
}
