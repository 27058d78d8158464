import Glibc
import TestSupport

/// The host with live pages on a terminal, and the terminal's screen.
final class LiveTerminal {
    static let prompt = "switchboard>"

    private let terminal: Terminal
    private(set) var screen: TerminalScreen
    /// The number of bytes that the host has written.
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

    /// Whether the terminal echoes typed text, as it does while the host is not reading a line.
    var showsTyping: Bool { terminal.showsTyping }

    func signal(_ number: CInt) throws { try terminal.signal(number) }

    /// Waits for the program's end.
    func exitCode() throws -> Int32 { try terminal.exitCode() }

    /// Returns the output until the program ends.
    func rest() throws -> String { try terminal.rest() }

    /// Waits until the cursor is in a column of a row with that text.
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

    /// Waits until the screen satisfies a condition.
    func wait(for what: String, _ isRight: (TerminalScreen) -> Bool) throws {
        count += try terminal.read(onto: &screen, until: what, isRight: isRight)
    }

    /// Waits until these are the last rows.
    func wait(for last: [String]) throws {
        try wait(for: last.joined(separator: "\n")) { $0.lines.suffix(last.count) == last[...] }
    }

    /// Requests one prompt after the other until these are the last rows.
    func prompt(for last: [String]) throws {
        try Condition.wait(for: last.joined(separator: "\n")) {
            if lines.suffix(last.count) == last[...] { return true }
            try? run("")
            return lines.suffix(last.count) == last[...]
        }
    }

    /// Changes the window's size, and clears the screen.
    func resize(columns: Int, rows: Int) throws {
        try terminal.resize(to: (columns, rows))
        screen = TerminalScreen(width: columns, height: rows)
    }

    /// Suspends the program, writes the text of other programs, resumes the program, and waits for its next prompt.
    func interrupt(with others: String) throws {
        // SIGCONT would cancel a stop that has not happened yet.
        try terminal.suspend()
        screen.write(others.utf8)
        try terminal.signal(SIGCONT)
        try readPrompt()
    }

    /// Types `quit` at an empty prompt, and waits for the end.
    func quit() throws -> Int32 {
        try type("quit\n")
        let code = try terminal.exitCode()
        screen.write(try terminal.rest().utf8)
        return code
    }
}
