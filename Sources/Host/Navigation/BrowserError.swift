/// Why the browser was not started.
enum BrowserError: Error, Sendable, Equatable, CustomStringConvertible {
    case notStarted(program: String, reason: String)

    var description: String {
        switch self {
        case .notStarted(let program, let reason):
            "the browser \"\(program)\" was not started: \(reason); set BROWSER to a program, or leave out --browser"
        }
    }
}
