import Glibc
import ModuleKit

/// A file that takes one trace a line, as JSON.
struct TraceFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a file for appending; it is made where there is none, for its owner only.
    init(path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(
                code: "unwritableFile", message: "\(path) cannot be written: \(reason); name another file for traces",
                exitCode: .failed)
        }
    }

    /// Appends a trace; each line is written at once, so that lines of several processes do not mix.
    func append(_ trace: Trace, console: Console) {
        // A trace is made of texts and numbers, which JSON can always say.
        guard let text = try? JSONText.encode(Envelope(key: "trace", value: trace)) else { return }
        let line = Array((text + "\n").utf8)
        guard write(descriptor, line, line.count) != line.count else { return }
        let reason = String(cString: strerror(errno))
        console.report(
            Failure(
                code: "unwritableFile", message: "a trace was not written to \(path): \(reason); make room",
                exitCode: .done))
    }
}
