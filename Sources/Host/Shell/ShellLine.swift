/// What one line of the shell means.
enum ShellLine: Sendable {
    /// Nothing, or a comment behind `#`.
    case blank
    case quit
    case follow(FollowCommand)
    case command(any Command)

    /// Reads a line: a number, a URL, or a command with its words.
    init(_ line: String) throws(UsageError) {
        let words = try ShellWords.split(line)
        guard let first = words.first, !first.hasPrefix("#") else {
            self = .blank
            return
        }
        if words == ["quit"] || words == ["exit"] {
            self = .quit
        } else if words.count == 1, let number = Int(first) {
            self = .follow(FollowCommand(number: number))
        } else if let command = CommandTable.find(first) {
            let allowed = command.description.options
            self = .command(try command.init(try Arguments(Array(words.dropFirst()), allowed: allowed)))
        } else if words.count == 1, first.contains("/") || first.contains(":") {
            self = .command(OpenCommand(url: first))
        } else {
            throw .unknownCommand(first)
        }
    }
}
