import FoundationEssentials

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
        do {
            let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return .lines(lines.map(String.init)[...])
        } catch {
            let reason = (error as? CocoaError)?.reason ?? String(describing: error)
            throw Failure(
                code: "unreadableFile", message: "\(path) cannot be read: \(reason); name a file with commands",
                exitCode: .failed)
        }
    }
}

extension CocoaError {
    fileprivate var reason: String? {
        switch code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "permission denied"
        default: underlying.map { String(describing: $0) }
        }
    }
}
