/// Where the shell's lines come from.
enum LineSource: Sendable {
    /// A person, who is shown a prompt.
    case terminal
    /// Standard input without a prompt.
    case pipe
    /// Lines that are there already, from `-c` or a file.
    case lines(ArraySlice<String>)

    /// The next line, or `nil` at the end.
    mutating func next(console: Console) -> String? {
        switch self {
        case .terminal:
            console.prompt("switchboard> ")
            let line = readLine()
            if line == nil { console.prompt("\n") }
            return line
        case .pipe:
            return readLine()
        case .lines(let lines):
            self = .lines(lines.dropFirst())
            return lines.first
        }
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
