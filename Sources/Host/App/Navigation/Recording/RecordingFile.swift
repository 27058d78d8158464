import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A new file with a recording, one JSON object on each line, for its owner only.
final class RecordingFile: Sendable {
    private let path: String
    private let file: Descriptor
    private let console: Console

    /// Creates the file, and writes the session's properties.
    init(path: String, header: RecordingHeader, console: Console) throws(Failure) {
        self.path = path
        self.console = console
        let line = try JSONText.line(JSONObject("recording", header))
        do throws(FileError) {
            file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try file.write(Array((line + "\n").utf8))
        } catch .system(EEXIST) {
            throw Failure(
                recording: "\(path) is there already, and is not written over; name another file, or remove it")
        } catch {
            throw Failure(
                code: "unwritableFile",
                message: "\(path) cannot be written: \(error); name another file to record into", exitCode: .failed)
        }
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

extension Failure {
    /// Describes why a recording cannot be made or replayed.
    init(recording message: String) { self.init(code: "recording", message: message, exitCode: .failed) }

    /// A recording is made or replayed already.
    static let busy = Failure(recording: "a recording is being made or replayed; end it with `record off`")
}
