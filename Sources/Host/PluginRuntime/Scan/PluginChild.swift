/// A process of its own for a plugin's code: this executable with a command that is for no person.
struct PluginChild {
    /// How the process ended before its time, and the last line of meaning that it wrote to standard error.
    enum Ending: Sendable, Equatable {
        case exited(code: CInt, lastLine: String)
        case signal(CInt, lastLine: String)
        case outOfTime
    }

    let word: String
    let file: String
    /// How long it may run.
    let seconds: Int
    var executable = Executable.path

    /// Runs it to its end, and gives what it wrote to standard output and how it ended.
    func run() throws(FileError) -> (output: [UInt8], ending: Ending) {
        // A backtrace takes longer than all the rest.
        let child = ChildProgram(
            path: executable, arguments: [word, file], environment: ["SWIFT_BACKTRACE": "enable=no"])
        let result = try child.run(seconds: seconds)
        let lastLine = Self.lastLine(result.errors)
        let ending: Ending =
            switch result.ending {
            case .outOfTime: .outOfTime
            case .signal(let signal): .signal(signal, lastLine: lastLine)
            case .exited(let code): .exited(code: code, lastLine: lastLine)
            }
        return (result.output, ending)
    }

    /// A debug build of the Swift runtime prints a list of addresses behind its reason.
    private static func lastLine(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { $0.contains("Fatal error: ") } ?? lines.last ?? ""
        return PlainText.line(String(line), limit: 200)
    }
}
