import Glibc
package import Platform

/// Why a plugin's file could not be scanned.
package enum ScanError: Error, Sendable, Equatable, Codable {
    /// The system would not start a process.
    case notStarted(FileError)
    /// Its code ended the process; with the last line that it wrote.
    case crashed(signal: CInt, lastLine: String)
    /// Its code ended the process with that exit code before it had handed its modules over.
    case exited(code: CInt, lastLine: String)
    /// It used that much time of a processor and was not loaded.
    case exhausted(seconds: Int)
    /// It was not loaded in that time, most of which it waited.
    case hung(seconds: Int)
    /// It was not loaded in that time, and the processors had other work.
    case starved(seconds: Int)
    /// A host ended while it started this module of it.
    case endedHost(module: String)
    /// It loaded, and modules of it were refused.
    case refused([String])
}

extension ScanError {
    /// Whether the same content would fail in the same way another time, so that it is not run again.
    var isLasting: Bool {
        switch self {
        // The system ends a process so that has too little memory, and a person may.
        case .crashed(SIGKILL, _): false
        case .crashed, .exited, .exhausted, .hung, .endedHost: true
        case .notStarted, .refused, .starved: false
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
        case .exhausted(let seconds): "it was not loaded within \(seconds) seconds of processor time"
        case .hung(let seconds): "it was not loaded within \(seconds) seconds"
        case .starved(let seconds):
            "it was not loaded within \(seconds) seconds, in which the processors had other work"
        case .endedHost(let module): "an earlier host ended while it started \(module)"
        case .refused(let reasons): reasons.joined(separator: "; ")
        }
    }

    /// What the person can do.
    var remedy: String {
        switch self {
        case .notStarted: "try again"
        case .starved: "start again when the machine has less to do"
        case .crashed(SIGKILL, _): "see in the system's log whether it had too little memory, and start again"
        case .crashed, .exited: "mend it and build it again"
        case .endedHost(let module): "mend it and build it again; `module start \(module)` tries this build once more"
        case .exhausted: "compute nothing in its initialisers that can be computed later"
        case .hung: "do nothing in its initialisers that can wait"
        case .refused: ""
        }
    }

    /// What a process said at its end.
    static func said(_ line: String) -> String { line.isEmpty ? "" : ", saying \"\(line)\"" }
}

extension ScanError: CustomStringConvertible {
    package var description: String { remedy.isEmpty ? found : "\(found); \(remedy)" }
}

/// Why a module of a scanned file was not made.
package struct ScanRefusal: Sendable, Equatable, Codable {
    /// The module's name, or the file's where none could be read.
    let module: String
    let findings: [Finding]
    let remedy: String
    /// Whether it is the file itself that breaks the contract, not where and when it was loaded.
    let isLasting: Bool

    /// All of it in one sentence.
    var message: String {
        "\(module) was not loaded: " + findings.map { "\($0.field.rawValue) \($0.text)" }.joined(separator: "; ")
            + "; \(remedy)"
    }
}
