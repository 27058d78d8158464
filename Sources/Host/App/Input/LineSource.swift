import Platform

/// The source of the shell's lines.
enum LineSource: Sendable {

    /// The user, with a prompt.
    case terminal(LineReader)
    /// Standard input without a prompt.
    case pipe(LineReader)
    /// Given lines, from `-c` or a file.
    case lines(ArraySlice<String>)
    /// The lines of a recording.
    case replay(Replay)

    /// Returns the next line; `request` contains its purpose and its prompt.
    mutating func next(_ request: LineRequest, console: Console) async -> LineEvent {
        switch self {
        case .terminal(let reader) where reader.isEditor:
            return await reader.next(request)
        case .terminal(let reader):
            let event = await console.prompting(request.prompt) {
                guard request.isSecret else { return await reader.next() }
                return await TerminalMode.hidingTyping { await reader.next() }
            }
            if case .line = event { return event }
            console.prompt("\n")
            return event
        case .pipe(let reader):
            return await reader.next()
        case .lines(let lines):
            self = .lines(lines.dropFirst())
            return Task.isCancelled ? .interrupted : lines.first.map(LineEvent.line) ?? .end
        case .replay(let replay):
            return Task.isCancelled ? .interrupted : replay.next(request.purpose)
        }
    }

    /// Interrupts the caller that waits for a line, as Ctrl-C does, and returns whether a caller waited.
    func interrupt() -> Bool {
        switch self {
        case .terminal(let reader), .pipe(let reader): reader.interrupt()
        case .lines, .replay: false
        }
    }

    static func file(_ path: String) throws(Failure) -> LineSource {
        let bytes = try Failure.describing(try CheckedFile.bytes(at: path, limit: File.linesLimit)) {
            (error: FileError) in unreadable(path, "\(error)", error.remedy(or: remedy))
        }
        guard !bytes.contains(0) else { throw unreadable(path, "it is not text", remedy) }
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return .lines(lines.map(String.init)[...])
    }

    private static let remedy = "name a file with commands"

    private static func unreadable(_ path: String, _ reason: String, _ remedy: String) -> Failure {
        Failure("unreadableFile", "\(path) cannot be read: \(reason); \(remedy)")
    }
}
