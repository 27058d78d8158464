/// How the process ends; the numbers are the command line's contract.
enum ExitCode: Int32, Sendable {
    case done = 0
    /// Something was tried and did not work.
    case failed = 1
    case noRoute = 2
    /// Access, the navigator, or a plugin that may not load.
    case refused = 3
    case remoteUnavailable = 4
    /// Nothing came of it in time.
    case deadline = 5
    /// What was typed is not a command, a URL or a number of a link.
    case usage = 64
    /// Whoever asked gave up.
    case interrupted = 130
}
