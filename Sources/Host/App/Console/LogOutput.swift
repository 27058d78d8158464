import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// The log of the modules and of the host. It has a line for each record, and goes to standard error or to a file.
struct LogOutput: Sendable {
    /// The default level, which includes everything that an operator needs.
    static let defaultLevel = LogLevel.notice
    /// The maximum length of a message, and of the values, in characters.
    private static let limit = 2_000

    /// The least important level that is written.
    let level: LogLevel
    let file: LineFile?
    let console: Console

    /// Writes a record. A write that fails does not affect the host.
    func write(_ record: LogRecord) {
        let line = LogLine(record, limit: Self.limit)
        let text = console.format == .text ? line.text : try? JSONText.encode(JSONObject("log", line))
        guard let text else { return }
        if let file { file.append(text, console: console) } else { console.log(text) }
    }

    /// Writes a problem of the host as a warning. On standard error, the warning has the form of an error.
    func warn(_ failure: Failure) {
        guard level <= .warning else { return }
        guard file != nil else { return console.report(failure) }
        write(LogRecord(.warning, failure.message, ["code": failure.code], from: "switchboard"))
    }
}

/// A record with its time, as it is written; parts that are too long are cut off.
private struct LogLine: Encodable {
    /// The time in UTC (ISO 8601), to the millisecond.
    let time: String
    let level: LogLevel
    let module: String
    let message: String
    let values: [String: Payload]

    init(_ record: LogRecord, limit: Int) {
        time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        level = record.level
        module = record.module
        message = PlainText.line(record.message, limit: limit)
        let json = (try? JSONText.encode(record.values)) ?? ""
        values = json.count > limit ? ["…": Payload(String(json.prefix(limit)))] : record.values
    }

    /// The line for the user, such as `2026-11-22T12:03:09.123Z notice Rent: a home was let id=42`.
    var text: String {
        let facts = values.sorted { $0.key < $1.key }.map { " \($0)=\((try? JSONText.encode($1)) ?? "")" }
        return PlainText.line("\(time) \(level) \(module): \(message)\(facts.joined())")
    }
}

/// A file of lines, such as traces or a log, to which several processes may write at the same time.
final class LineFile: Sendable {
    private let path: String
    private let content: String
    private let descriptor: Int32
    /// Whether the last line could not be written; only the first of consecutive failures is reported.
    private let hasFailed = Atomic(false)

    /// Opens a file for appending; a new file is accessible only to its owner. `content` is the name of its lines in
    /// messages, such as `traces`. With `isNew`, an existing file is an error.
    init(path: String, of content: String, isNew: Bool = false) throws(Failure) {
        self.path = path
        self.content = content
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : 0), 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw Failure(
                    "recording", "\(path) already exists and is not overwritten; name another file, or remove it")
            }
            let reason = String(cString: strerror(errno))
            throw Failure("unwritableFile", "\(path) cannot be written: \(reason); name another file for \(content)")
        }
    }

    deinit { close(descriptor) }

    /// Appends a line with a single write, because parts of a line could mix with lines of other processes.
    func append(_ line: String, console: Console) {
        let bytes = Array((line + "\n").utf8)
        let count = write(descriptor, bytes, bytes.count)
        // A line that is written only in part has reached the end of the space.
        let code = count < 0 ? errno : ENOSPC
        let isWritten = count == bytes.count
        guard !hasFailed.exchange(!isWritten, ordering: .relaxed), !isWritten else { return }
        let reason = String(cString: strerror(code))
        let remedy = code == ENOSPC || code == EDQUOT ? "make room" : "name another file"
        console.notice("unwritableFile", "\(content) are not written to \(path): \(reason); \(remedy)")
    }
}
