import Glibc

/// Why a plugin's file could not be scanned.
enum ScanError: Error, Sendable, Equatable, Codable {
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

extension ScanError {
    /// Whether the same content would fail in the same way another time, so that it is not run again.
    var isLasting: Bool {
        switch self {
        // The system ends a process so that has too little memory, and a person may.
        case .crashed(SIGKILL, _): false
        case .crashed, .exited, .hung: true
        case .notStarted, .refused: false
        }
    }
}

extension ScanError {
    /// What happened.
    var found: String {
        switch self {
        case .notStarted(let error): "no process could be started for it (\(error))"
        case .crashed(let signal, let line):
            "it crashed with \(SignalName.text(signal)) while it was loaded\(Self.said(line))"
        case .exited(let code, let line):
            "it ended the process with code \(code) while it was loaded\(Self.said(line))"
        case .hung(let seconds): "it was not loaded within \(seconds) seconds"
        case .refused(let reasons): reasons.joined(separator: "; ")
        }
    }

    /// What the person can do.
    var remedy: String {
        switch self {
        case .notStarted: "try again"
        case .crashed(SIGKILL, _): "see in the system's log whether it had too little memory, and start again"
        case .crashed, .exited: "mend it and build it again"
        case .hung: "do nothing in its initialisers that can wait"
        case .refused: ""
        }
    }

    /// What a process said at its end.
    static func said(_ line: String) -> String { line.isEmpty ? "" : ", saying \"\(line)\"" }
}

extension ScanError: CustomStringConvertible {
    var description: String { remedy.isEmpty ? found : "\(found); \(remedy)" }
}
