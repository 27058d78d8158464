@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `module bisect -- COMMAND`: finds the module without which a command line of the host passes.
struct ModuleBisectCommand: Command {
    /// The variable of the environment that marks a run, whose crashes blame no module.
    static let trial = "SWITCHBOARD_TRIAL"
    static let description = CommandDescription(
        name: "bisect", words: "-- COMMAND",
        summary: "find the module without which a command of the host passes: `module bisect -- open app://rent/42`",
        startsModules: false)

    /// The result of the command.
    private struct Answer: Encodable {
        let module: String
        /// The modules that require it, and without which the command passes, too.
        let others: [String]
        /// How often the command ran.
        let runs: Int
    }

    private let command: [String]
    private let options: HostOptions

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.words.isEmpty else { throw Self.missingWord(Self.description.words) }
        command = arguments.words
        options = try HostOptions(try Arguments(command, allowed: HostOptions.all, untilFirstWord: true))
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let catalogue = try catalogue(session.source)
        let names = catalogue.startableNames
        var search = FaultSearch(command: command, folders: session.source.search.optionFolders)
        let found: String?
        var others: [String] = []
        do {
            found = try await search.culprit(among: names)
            if let found { others = try await search.culprits(among: catalogue.dependents(of: found)) }
        } catch {
            throw Failure(code: "notRun", message: "\(error)", exitCode: .failed)
        }
        guard let found else { throw await notFound(names, &search) }
        try session.console.show(
            "bisection", Answer(module: found, others: others, runs: search.runs),
            text: PlainText.line(
                "\(line) \(search.passes ? "passes" : "crashes no more") without \(found), as \(search.runs) runs show; "
                    + Self.remedy(found, others)))
        return .done
    }

    private static func remedy(_ found: String, _ others: [String]) -> String {
        if others.isEmpty { return "`module disable \(found)` keeps it out" }
        let names = others.joined(separator: ", ")
        return "so it does without \(names), since each needs \(found): look at each, and `module disable` one"
    }

    /// Says why no module was found: there may be none that the command reaches.
    private func notFound(_ names: [String], _ search: inout FaultSearch) async -> Failure {
        var message =
            "\(line) fails whichever module is left out alone; leave out more with --without NAME, or see what it says"
        if let code = await search.codeWithoutModules(names) {
            let remedy = code == .usage ? "correct its words" : "name a URL that is there"
            message =
                "\(line) reaches no module: it fails with exit code \(code.rawValue) without any, too; \(remedy)"
        }
        return Failure(code: "notFound", message: message, exitCode: .failed)
    }

    private var line: String { command.map(ShellWords.quote).joined(separator: " ") }

    /// The modules, also those in folders that the command names.
    private func catalogue(_ source: CatalogueSource) throws(Failure) -> ModuleCatalogue {
        do {
            return try source.searching(options.moduleFolders).catalogue()
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
    }
}

/// Runs a command of the host in child processes, without some modules each time, until one module is left.
private struct FaultSearch {
    /// A run of the command has so many seconds.
    private static let seconds = 60

    enum Fault: Error, CustomStringConvertible {
        case passes
        case notStarted(FileError)

        var description: String {
            switch self {
            case .passes: "the command passes with all modules; give one that fails"
            case .notStarted(let error): "no process could be started: \(error); try again"
            }
        }
    }

    private enum Trial { case pass, same, other }

    let command: [String]
    /// The folders of `--modules` of this host, which the command searches too.
    let folders: [String]
    private(set) var runs = 0
    private var failure: ChildProgram.Ending?
    /// How the runs ended, by the modules that they were without.
    private var endings: [[String]: ChildProgram.Ending] = [:]
    /// Whether a run counts as better that fails without a crash.
    private var seeksCrash = false

    /// Whether the command passed without the module that was found, and did not just fail in another way.
    var passes: Bool { !seeksCrash }

    init(command: [String], folders: [String]) {
        self.command = command
        self.folders = folders
    }

    /// Returns the module without which the command passes, or without which it crashes no more; `nil` if there is no such
    /// module.
    mutating func culprit(among names: [String]) async throws(Fault) -> String? {
        guard try await run(without: []) != .pass else { throw .passes }
        if let name = try await search(names) { return name }
        guard let failure, Self.isCrash(failure) else { return nil }
        // A command that asks the module itself cannot pass without it.
        seeksCrash = true
        return try await search(names)
    }

    /// Returns those modules without which alone the command passes, or crashes no more.
    mutating func culprits(among names: [String]) async throws(Fault) -> [String] {
        var found: [String] = []
        for name in names where try await run(without: [name]) == .pass { found.append(name) }
        return found
    }

    /// Returns the exit code of a command that reaches no module: it has the same one without any.
    mutating func codeWithoutModules(_ names: [String]) async -> ExitCode? {
        guard let code = [ExitCode.usage, .noRoute].first(where: { failure == .exited($0.rawValue) }),
            case .same? = try? await run(without: names)
        else { return nil }
        return code
    }

    private mutating func search(_ names: [String]) async throws(Fault) -> String? {
        var suspects = names
        var parts = 2
        while suspects.count > 1 {
            let groups = Self.split(suspects, into: min(parts, suspects.count))
            var open: [[String]] = []
            var isFound = false
            for group in groups where !isFound {
                switch try await run(without: group) {
                case .pass: (suspects, parts, isFound) = (group, 2, true)
                // It fails in the same way: the cause is among the others.
                case .same: break
                // The command needs a module of this group, which may have the cause all the same.
                case .other: open.append(group)
                }
            }
            if isFound { continue }
            if open.isEmpty || groups.allSatisfy({ $0.count == 1 }) { return nil }
            suspects = open.flatMap(\.self)
            parts = open.count * 2
        }
        guard let last = suspects.first, try await run(without: [last]) == .pass else { return nil }
        return last
    }

    private static func split(_ names: [String], into parts: Int) -> [[String]] {
        (0..<parts).map { Array(names[($0 * names.count / parts)..<(($0 + 1) * names.count / parts)]) }
    }

    private mutating func run(without names: [String]) async throws(Fault) -> Trial {
        let ending = if let known = endings[names] { known } else { try await newRun(without: names) }
        endings[names] = ending
        if ending == .exited(0) || seeksCrash && !Self.isCrash(ending) { return .pass }
        if failure == nil { failure = ending }
        return Self.isSame(ending, failure) ? .same : .other
    }

    private mutating func newRun(without names: [String]) async throws(Fault) -> ChildProgram.Ending {
        runs += 1
        let work = LongWork.begin("run \(runs) of the command, without \(names.count) modules…")
        defer { LongWork.end(work) }
        let words = folders.flatMap { ["--modules", $0] } + names.flatMap { ["--without", $0] } + command
        let child = ChildProgram(
            path: Executable.path, arguments: words,
            environment: [ModuleBisectCommand.trial: "1"].merging(ChildProgram.endingWithThis) { $1 })
        do {
            return try await BlockingExecutor.run { () throws(FileError) in
                try child.run(seconds: Self.seconds).ending
            }
        } catch {
            throw .notStarted(error)
        }
    }

    /// Whether a module ended the process.
    private static func isCrash(_ ending: ChildProgram.Ending) -> Bool {
        switch ending {
        case .signal: true
        case .exited(let code): code == ExitCode.unexpectedExit.rawValue || code >= 128
        case .outOfTime, .cancelled: false
        }
    }

    /// How long a run had no processor is no matter of its modules.
    private static func isSame(_ first: ChildProgram.Ending, _ second: ChildProgram.Ending?) -> Bool {
        if case (.outOfTime, .outOfTime?) = (first, second) { return true }
        return first == second
    }
}
