/// The reason why a run is invalid.
enum ContestantError: Error {
    /// A router returned a wrong answer.
    case wrongAnswer(Router, path: String, expected: String, found: String)
    /// The checksum of the passes is not the expected one.
    case wrongChecksum(Router, Work, expected: Int, found: Int)
    /// The peer's process refused a command.
    case refused(reason: String)
    /// The peer's process ended, or printed a line that is not an answer.
    case noAnswer(command: String, found: String?)
}

extension ContestantError: CustomStringConvertible {
    var description: String {
        switch self {
        case .wrongAnswer(let router, let path, let expected, let found):
            "\(router.rawValue) answers \(path) with \(found), expected \(expected); nothing was measured"
        case .wrongChecksum(let router, let work, let expected, let found):
            "\(router.rawValue) adds \(work) up to \(found), expected \(expected); the run is void"
        case .refused(let reason):
            "the httprouter process refused: \(reason)"
        case .noAnswer(let command, let found):
            "the httprouter process answered \"\(command)\" with \(found ?? "the end of its output"); see its output "
                + "above"
        }
    }
}
