import Glibc
import Platform

/// The user's pager (`$PAGER`, or else `less`). Like the pager of `git` and `man`, it displays text that is longer than
/// the window.
struct Pager: Sendable {
    /// The pager's command, for the system's shell.
    private let command: String
    private let environment: [String: String]

    /// Creates the pager of a terminal; `nil` if no pager is wanted or found.
    init?(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        guard !terminal.isEmpty, terminal != "dumb", isatty(STDIN_FILENO) == 1,
            isatty(StandardOutput.descriptor) == 1
        else { return nil }
        let chosen = environment["PAGER"]?.trimmingPrefix { $0.isWhitespace }
        guard let command = chosen.map(String.init) ?? (Executable.find("less") == nil ? nil : "less"),
            !command.isEmpty, command != "cat"
        else { return nil }
        self.command = command
        self.environment = environment
    }

    /// Returns the first lines of a text, up to the height of the window, and whether the whole text fits.
    func beginning(_ lines: inout some IteratorProtocol<String>) -> (lines: [String], fits: Bool) {
        let window = TerminalWindow(of: StandardOutput.descriptor) ?? .standard
        var (taken, rows): ([String], Int) = ([], 0)
        while rows < window.rows {
            guard let line = lines.next() else { return (taken, true) }
            var track = CursorTrack(width: window.columns)
            track.write(line)
            taken.append(line)
            rows += track.rows + 1
        }
        return (taken, false)
    }

    /// Shows lines until the user leaves the pager, and returns `nil`. If the pager cannot start, returns the lines
    /// that were already taken from `lines`.
    func show(_ lines: inout some IteratorProtocol<String>) -> [String]? {
        guard let (input, output) = try? Descriptor.socketPair() else { return [] }
        // Ctrl-C belongs to the pager while it runs.
        let former = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, former) }
        let process = start(input: input)
        close(input)
        var taken: [String] = []
        while process != nil, let line = lines.next() {
            taken.append(line)
            guard Self.write(line + "\n", to: output) else { break }
        }
        close(output)
        return process.map(Self.hasRun) ?? false ? nil : taken
    }

    private func start(input: CInt) -> pid_t? {
        // The settings of git: quit if everything fits, display colours, and leave the text on the screen. The text is
        // UTF-8 in any locale.
        let settings = ["LESS": "FRX", "LESSCHARSET": "utf-8"].filter { environment[$0.key] == nil }
        let shell = ChildProgram(path: "/bin/sh", arguments: ["-c", command], environment: settings)
        return try? shell.start(input: input, output: StandardOutput.descriptor, errors: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: CInt) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // The user has left the pager.
            guard count > 0 || errno == EINTR else { return false }
            bytes = bytes.dropFirst(max(count, 0))
        }
        return true
    }

    /// Waits until the pager ends, and returns whether the system's shell was able to run it.
    private static func hasRun(_ process: pid_t) -> Bool {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The exit codes of a POSIX shell for a program that it cannot run.
        return ![126, 127].contains(status >> 8 & 0xFF)
    }
}

extension Console {
    /// Writes lines as they are created, or gives them to the pager if there is one and the window is too small.
    func page(_ lines: some Sequence<String>) {
        // While a line is being typed, the editor uses the terminal.
        guard let pager, !rows.isTyping else { return show(lines) }
        var rest = lines.makeIterator()
        let (beginning, fits) = pager.beginning(&rest)
        guard !fits else { return show(beginning) }
        // The pager may draw on the whole screen, so a live page above its text is no longer redrawn.
        showFrame([], width: nil)
        var all = sequence(state: (beginning[...], rest)) { state in state.0.popFirst() ?? state.1.next() }
        guard let taken = pager.show(&all) else { return }
        show(taken)
        show(IteratorSequence(all))
    }
}
