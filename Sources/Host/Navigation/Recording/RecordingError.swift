/// Why a recording cannot be made or replayed.
enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    /// A file with that name is there already.
    case taken(path: String)
    /// What is there is neither a file nor a terminal.
    case noFile(path: String, kind: FileKind)
    case damaged(path: String, line: Int, reason: String)
    /// A recording is being made or replayed already.
    case busy
    /// No recording is being made.
    case notRecording

    var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason); name a recording"
        case .taken(let path): "\(path) is there already, and is not written over; name another file, or remove it"
        case .noFile(let path, let kind): "\(path) is \(kind.rawValue), which takes no recording; name a file"
        case .damaged(let path, let line, let reason):
            "\(path) is no recording, or damaged at line \(line): \(reason); make one with `record FILE`"
        case .busy: "a recording is being made or replayed; end it with `record off`"
        case .notRecording: "no recording is being made; begin one with `record FILE`"
        }
    }
}

extension Failure {
    /// What the command line says of a recording.
    init(_ error: RecordingError) { self.init(code: "recording", message: "\(error)", exitCode: .failed) }
}
