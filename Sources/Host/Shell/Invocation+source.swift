import Glibc

extension Invocation {
    /// Whether what is to be run needs the modules.
    var needsModules: Bool {
        if case .command(_, let needsModules) = work { needsModules } else { true }
    }

    /// Whether modules start before it that start with the host.
    var startsModules: Bool {
        if case .command(let command, let needsModules) = work { needsModules && command.startsModules } else { true }
    }

    /// Whether lines are run, and not one command alone.
    var hasLines: Bool {
        if case .command = work { false } else { true }
    }

    /// Whether what is to be run tells itself why modules do not run.
    var tellsReasons: Bool {
        if case .command(let command, _) = work { command is ModulesCommand || command is ModuleCommand } else { false }
    }

    /// Why nobody can answer a page that waits; `nil` where a person or a script's later line can.
    var whyUnattended: String? {
        if case .command(let command, _) = work, !(command is ReplayCommand) {
            return "nobody is here to answer the page; open it in the shell"
        }
        return options.allowsInput ? nil : "nobody is asked for input; leave out \(HostOptions.noInput.name)"
    }

    /// Whether a person reads page by page and types at a prompt.
    var isInteractive: Bool {
        if case .shell = work { options.allowsInput && isatty(STDIN_FILENO) == 1 } else { false }
    }

    /// Where the shell's lines come from.
    func source(_ console: Console) throws(Failure) -> LineSource {
        switch work {
        case .lines(let lines): .lines(lines[...])
        case .script("-"), .command: .pipe(LineReader())
        case .script(let path): try .file(path)
        case .shell: isInteractive ? .terminal(LineReader(terminal: console.rows)) : .pipe(LineReader())
        }
    }
}
