import Glibc
import Platform
import PluginRuntime

/// The purpose of this process, which its first argument selects.
///
/// The host starts itself again, with a hidden first argument, for work that needs a separate process. The scripts of
/// `completions` also start the host with a hidden argument.
enum Mode {
    /// `scan-file FILE…`: loads plugins and reports their manifests.
    case scan([ReadPlugin])
    /// `check-file`, `start-file` or `manifest-file` with a FILE: takes a plugin through steps of its life cycle.
    case check(ReadPlugin, steps: [CheckStep], seconds: Int)
    /// `run-module`: runs one isolated module.
    case isolatedModule
    /// `describe-crash FILE`: writes a description of the parent process's crash into FILE, the parent's journal.
    case crash
    /// `complete-words WORD…`: prints the candidates for the last word of a command line.
    case completion
    /// Anything else: a command, a script or the shell.
    case host

    /// Selects the mode, and reads the plugins that the process will load, before the process is confined.
    init(_ arguments: [String]) {
        let (word, files) = (arguments.first ?? "", arguments.dropFirst())
        switch word {
        case PluginScan.word: self = .scan(ReadPlugin.read(files))
        case IsolatedChild.word: self = .isolatedModule
        case SessionJournal.crashWord: self = .crash
        case CompletionScript.hiddenWord: self = .completion
        default:
            if let check = CheckChild.steps(of: word), let plugin = ReadPlugin.read(files.prefix(1)).first {
                self = .check(plugin, steps: check.steps, seconds: check.seconds)
            } else {
                self = .host
            }
        }
    }

    /// Confines the process if it will run code of plugins. Call it before the process has a second thread.
    func confine(_ arguments: [String]) {
        let confine = { (plugins: [ReadPlugin], files: [String], hasNetwork: Bool) in
            Confinement.confine(readable: plugins.flatMap(\.needed) + files, hasNetwork: hasNetwork)
            Confinement.apply(IsolationLimits())
        }
        switch self {
        case .scan(let plugins): confine(plugins, [], false)
        case .check(let plugin, _, _):
            let others = CheckedOthers.needs(arguments.dropFirst(2))
            confine([plugin], others.files, others.network)
        case .isolatedModule:
            IsolatedChild.confine(arguments.dropFirst(), storage: UserEnvironment.storage(UserEnvironment.variables))
        case .crash, .completion, .host: break
        }
    }

    /// Ends the host with an error if it cannot open the files that a start uses at the same time: some of the store,
    /// and three of libdispatch, which would end the process by a signal without them.
    func requireFiles(_ arguments: [String]) {
        let count = 16
        guard case .host = self, !Descriptor.canOpen(count) else { return }
        let console = Console(format: arguments.contains(HostOptions.json.name) ? .json : .text)
        let text = "too many open files: a start needs \(count) more; \(FileError.openFilesRemedy)"
        exit(console.fail(Failure("openFiles", text, .failed)).rawValue)
    }

    func run(_ arguments: [String], _ environment: [String: String]) async -> ExitCode {
        switch self {
        case .scan(let plugins):
            // Skips the exit handlers that the plugins have registered.
            _exit((PluginScan.perform(on: plugins) ? ExitCode.done : .failed).rawValue)
        case .check(let plugin, let steps, let seconds):
            guard let others = try? CheckedOthers.read(arguments.dropFirst(2)) else { return .usage }
            return await CheckChild.run(steps, within: seconds, plugin, others: others) ? .done : .failed
        case .isolatedModule:
            await IsolatedChild.run(storage: SessionParts.storage(environment) { StandardOutput.report($0) })
        case .crash: return Self.describeCrash(arguments)
        case .completion: return await Program(arguments, environment).completeWords()
        case .host: return await Program(arguments, environment).run()
        }
    }

    private static func describeCrash(_ arguments: [String]) -> ExitCode {
        guard let file = arguments.dropFirst().first, let text = SessionJournal.crash(in: file) else { return .failed }
        let console = Console(format: arguments.contains(HostOptions.json.name) ? .json : .text)
        // The cursor may be after a prompt or an unfinished line.
        let start = isatty(STDERR_FILENO) == 1 ? "\n" : ""
        CrashNote.leave(start + console.line(Failure("crash", text, .done)), in: file)
        return .done
    }
}
