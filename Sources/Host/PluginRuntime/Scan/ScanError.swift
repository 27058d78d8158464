/// Why a plugin's file could not be scanned.
enum ScanError: Error, Sendable, Equatable {
    /// The system would not start a process.
    case notStarted(FileError)
    /// Its code ended the process; with the last line that it wrote.
    case crashed(signal: CInt, lastLine: String)
    /// Its code ended the process with that exit code before it had handed its modules over.
    case exited(code: CInt, lastLine: String)
    case hung(seconds: Int)
    /// It loaded, and modules of it were refused.
    case refused([String])
}

extension ScanError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notStarted(let error): "no process could be started for it (\(error)); try again"
        case .crashed(let signal, let line):
            "it crashed with \(SignalName.text(signal)) while it was loaded\(Self.said(line)); mend it and build it again"
        case .exited(let code, let line):
            "it ended the process with code \(code) while it was loaded\(Self.said(line)); mend it and build it again"
        case .hung(let seconds):
            "it was not loaded within \(seconds) seconds; do nothing in its initialisers that can wait"
        case .refused(let reasons): reasons.joined(separator: "; ")
        }
    }

    /// What a process said at its end.
    static func said(_ line: String) -> String { line.isEmpty ? "" : ", saying \"\(line)\"" }
}
