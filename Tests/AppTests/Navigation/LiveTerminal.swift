import Glibc
import TestSupport

/// The host with live pages on a terminal, and what that shows.
final class LiveTerminal {
    static let prompt = "switchboard>"

    private let terminal: Terminal
    private(set) var screen: TerminalScreen
    /// How many bytes were written.
    private(set) var count = 0

    /// Starts the host with modules from a folder, and waits for the prompt.
    init(
        _ folder: String, _ arguments: String..., columns: Int = 60, rows: Int = 14, environment: [String: String] = [:]
    ) throws {
        terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--modules", folder, "--no-remote"] + arguments,
            environment: HostProcess.environment.merging(environment) { $1 }, size: (columns, rows))
        screen = TerminalScreen(width: columns, height: rows)
        try wait(for: "the prompt") { $0.lines.last == Self.prompt }
    }

    /// The rows of the screen.
    var lines: [String] { screen.lines }

    func type(_ text: String) throws { try terminal.type(text) }

    /// Whether the terminal shows what is typed by itself, as it does while the host reads no line.
    var showsTyping: Bool { terminal.showsTyping }

    func signal(_ number: CInt) throws { try terminal.signal(number) }

    /// Waits for the program's end.
    func exitCode() throws -> Int32 { try terminal.exitCode() }

    /// What the program writes until its end.
    func rest() throws -> String { try terminal.rest() }

    /// Waits until the row with the cursor looks so, with the cursor behind some columns.
    func wait(forLine line: String, cursor column: Int) throws {
        try wait(for: "\(line) with the cursor at \(column)") { screen in
            screen.cursor.row < screen.lines.count && screen.lines[screen.cursor.row] == line
                && screen.cursor.column == column
        }
    }

    /// Types a line and waits for the next prompt.
    func run(_ line: String) throws {
        try terminal.type(line + "\n")
        try readPrompt()
    }

    private func readPrompt() throws {
        let bytes = try terminal.bytes(until: Self.prompt + " ")
        count += bytes.count
        screen.write(bytes)
    }

    /// Waits until the screen looks right.
    func wait(for what: String, _ isRight: (TerminalScreen) -> Bool) throws {
        count += try terminal.read(onto: &screen, until: what, isRight: isRight)
    }

    /// Waits until these are the last rows.
    func wait(for last: [String]) throws {
        try wait(for: last.joined(separator: "\n")) { $0.lines.suffix(last.count) == last[...] }
    }

    /// Asks for one prompt after the other until these are the last rows.
    func prompt(for last: [String]) throws {
        try Condition.wait(for: last.joined(separator: "\n")) {
            if lines.suffix(last.count) == last[...] { return true }
            try? run("")
            return lines.suffix(last.count) == last[...]
        }
    }

    /// Changes the window's size; what it showed is gone.
    func resize(columns: Int, rows: Int) throws {
        try terminal.resize(to: (columns, rows))
        screen = TerminalScreen(width: columns, height: rows)
    }

    /// Has the program stopped and go on, while others write on the terminal, and waits until it has prompted again.
    func interrupt(with others: String) throws {
        // A signal to go on would drop a stop that has not happened yet.
        try terminal.suspend()
        screen.write(others.utf8)
        try terminal.signal(SIGCONT)
        try readPrompt()
    }

    /// Types `quit` where nothing else was typed, and waits for the end.
    func quit() throws -> Int32 {
        try type("quit\n")
        let code = try terminal.exitCode()
        screen.write(try terminal.rest().utf8)
        return code
    }
}
