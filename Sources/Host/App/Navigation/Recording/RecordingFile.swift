import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A file with a recording, one JSON object on each line, for its owner only.
final class RecordingFile: Sendable {
    private let path: String
    private let file: Descriptor
    private let console: Console

    /// Creates the file, and writes the session's properties; it overwrites no content.
    init(path: String, header: RecordingHeader, console: Console) throws(Failure) {
        self.path = path
        self.console = console
        do {
            file = try Self.made(path)
            try file.write(Array((try JSONText.encode(Envelope(key: "recording", value: header)) + "\n").utf8))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                code: "unwritableFile",
                message: "\(path) cannot be written: \(error); name another file to record into",
                exitCode: .failed)
        }
    }

    /// Returns a new file, an empty one of the user, or a device, such as a terminal, without waiting for the reader of
    /// a pipe.
    private static func made(_ path: String) throws -> Descriptor {
        if let new = try? Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600) { return new }
        let file = try Descriptor(opening: path, O_WRONLY | O_APPEND | O_NONBLOCK)
        let status = try file.status()
        switch status.kind {
        case .regular:
            guard status.size == 0, status.owner == geteuid() else { throw Failure(RecordingError.taken(path: path)) }
            try file.setMode(0o600)
        case .device:
            // The file is opened again without that flag, so that writes wait for a terminal.
            return try Descriptor(opening: path, O_WRONLY | O_APPEND)
        default: throw Failure(RecordingError.noFile(path: path, kind: status.kind))
        }
        return file
    }

    /// Writes an event at once.
    func append(_ event: LogEvent) {
        do {
            try file.write(Array((try JSONText.encode(event) + "\n").utf8))
        } catch {
            console.report(
                Failure(
                    code: "unwritableFile", message: "a line was not recorded in \(path): \(error); make room",
                    exitCode: .done))
        }
    }
}

/// The properties of a session at the beginning of its recording.
struct RecordingHeader: Encodable, Sendable {
    /// Whether a person answers, so that forms and pages ask until the answer is valid.
    let isInteractive: Bool
    let stack: [StackEntry]
}

/// The reason why a recording cannot be made or replayed.
enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    /// A file with that name exists already.
    case taken(path: String)
    /// The path is neither a file nor a terminal.
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
            "\(path) is not a recording, or is damaged at line \(line): \(reason); make one with `record FILE`"
        case .busy: "a recording is being made or replayed; end it with `record off`"
        case .notRecording: "no recording is being made; begin one with `record FILE`"
        }
    }
}

extension Failure {
    /// Describes the error on the command line.
    init(_ error: RecordingError) { self.init(code: "recording", message: "\(error)", exitCode: .failed) }
}
