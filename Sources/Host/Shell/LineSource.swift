import Glibc

/// Where the shell's lines come from.
enum LineSource: Sendable {
    /// A person, who is shown a prompt.
    case terminal
    /// Standard input without a prompt.
    case pipe
    /// Lines that are there already, from `-c` or a file.
    case lines(ArraySlice<String>)

    /// The next line, or `nil` at the end.
    ///
    /// - Parameter prompt: what a person is shown before it.
    mutating func next(prompt: String, console: Console) -> String? {
        switch self {
        case .terminal:
            console.prompt(prompt)
            let line = Self.typedLine()
            if line == nil { console.prompt("\n") }
            return line
        case .pipe:
            return readLine()
        case .lines(let lines):
            self = .lines(lines.dropFirst())
            return lines.first
        }
    }

    /// A line from the terminal, which hands over one at a time.
    ///
    /// The standard library's `readLine` would be at its end for ever once a person has ended one question.
    private static func typedLine() -> String? {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while line.last != UInt8(ascii: "\n") {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            line += buffer.prefix(count)
        }
        guard !line.isEmpty else { return nil }
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// The lines of a file.
    static func file(_ path: String) throws(Failure) -> LineSource {
        let bytes: [UInt8]
        do {
            bytes = try File.bytes(at: path)
        } catch {
            throw unreadable(path, "\(error)")
        }
        guard !bytes.contains(0) else { throw unreadable(path, "it is not text") }
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return .lines(lines.map(String.init)[...])
    }

    private static func unreadable(_ path: String, _ reason: String) -> Failure {
        Failure(
            code: "unreadableFile", message: "\(path) cannot be read: \(reason); name a file with commands",
            exitCode: .failed)
    }
}
