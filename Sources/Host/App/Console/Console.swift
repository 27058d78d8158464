import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The output of the host. Results go to standard output, errors to standard error. Writes do not overlap.
struct Console: Sendable {
    /// Returns the format version of the JSON objects under a key. A new minor version adds fields; a new major version
    /// may remove some.
    static func formatVersion(of key: String) -> String { formatVersions[key] ?? "1.0" }

    /// The format versions other than 1.0. The first version of `feedback` contained the whole stack.
    private static let formatVersions = [
        "feedback": "2.0", "module": "2.0", "modules": "2.0", "plan": "2.0", "recording": "2.0", "routes": "1.1",
        "verified": "2.0", "why": "2.0",
    ]

    /// The maximum number of characters in a message, because a typed word may be megabytes long.
    private static let messageLimit = 2_000

    /// The beginning of each message: the name of the host.
    private static let label = "switchboard: "

    /// The number of bytes after which collected lines are written.
    private static let chunk = 16_384

    let format: OutputFormat
    /// Whether lines are wrapped for the window of a terminal.
    var fitsWindow = false
    /// Adds colour to messages on standard error.
    var painter = LinePainter(usesColour: false)
    /// The pager for long text, if the user reads the output.
    var pager: Pager?
    /// The record of the terminal's state: the line that is being typed, and the number of rows between that line and
    /// the part of a page that is redrawn.
    let rows = CursorRows()

    init(format: OutputFormat) { self.format = format }

    /// Writes a result: the text for the user or, in the JSON format, the value under its key. If the value has no JSON
    /// form, throws and writes nothing.
    ///
    /// - Parameter isSource: whether the text, such as a script or a path, is for programs; its lines are not wrapped.
    /// - Returns: `done`, the exit code of a command that only shows a result.
    @discardableResult
    func show(
        _ key: String, _ value: some Encodable, text: @autoclosure () -> String, isSource: Bool = false
    ) throws(Failure) -> ExitCode {
        switch format {
        case .text: page(isSource ? [text()] : fitted(text()))
        case .json: write(try JSONText.line(JSONObject(key, value)) + "\n", to: StandardOutput.descriptor)
        }
        return .done
    }

    /// Writes a result as a table, with notes below it.
    @discardableResult
    func show(
        _ key: String, _ value: some Encodable, _ table: TextTable, notes: [String] = []
    ) throws(Failure) -> ExitCode {
        let lines = table.isEmpty ? ["none"] : table.lines(width: columns())
        return try show(key, value, text: (lines + notes).joined(separator: "\n"))
    }

    /// Writes lines while the sequence produces them, many lines in each write.
    func show(_ lines: some Sequence<String>) {
        var text = ""
        for line in lines {
            text += line + "\n"
            if text.utf8.count > Self.chunk {
                write(text, to: StandardOutput.descriptor)
                text = ""
            }
        }
        if !text.isEmpty { write(text, to: StandardOutput.descriptor) }
    }

    /// Writes lines; earlier lines can then no longer be redrawn. If `width` is not `nil`, the lines were made for a
    /// window of that width, and can be redrawn later.
    func showFrame(_ lines: [String], width: Int?) {
        let text = lines.reduce(into: "") { $0 += $1 + "\n" }
        rows.begin(text, width: width, unread: TerminalMode.unread) { Self.put($0, to: StandardOutput.descriptor) }
    }

    /// Redraws the lines that `showFrame(_:width:)` wrote last. `drawing` receives the position of the lines. It
    /// returns the text to write and the number of rows by which the lines grow, or `nil` to leave the lines unchanged.
    func draw(_ drawing: (FramePlace) -> (text: String, growth: Int)?) {
        rows.draw(drawing) { Self.put($0, to: StandardOutput.descriptor) }
    }

    /// Moves the cursor below the line that is being typed, because the process ends.
    func leaveLine() { rows.endLine { Self.put($0, to: StandardOutput.descriptor) } }

    /// Writes an error.
    func report(_ failure: Failure) { write(line(failure), to: STDERR_FILENO) }

    /// Writes a message about a problem that does not make a command fail. The message has the form of an error.
    func notice(_ code: String, _ message: String) {
        report(Failure(code, message, .done))
    }

    /// Returns an error as it is written: on one line, or wrapped for a narrow window.
    func line(_ failure: Failure) -> String {
        // Encoding cannot fail, because the texts and numbers of a failure always have a JSON form.
        guard format == .text else {
            return ((try? JSONText.encode(JSONObject("error", failure))) ?? "") + "\n"
        }
        let place = failure.line.map { "line \($0): " } ?? ""
        // A message may list faults on separate, indented lines, which are joined.
        let lines = failure.message.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let message = lines.map { String(Substring($0.drop { $0 == UInt8(ascii: " ") })) }.joined(separator: " ")
        let text = Self.label + PlainText.line(place + message, limit: Self.messageLimit)
        return shown(text, [.done, .usage].contains(failure.exitCode) ? .warning : .failure)
    }

    /// Returns a message that is wrapped for the window, with its label in the given style.
    private func shown(_ message: String, _ style: Style?) -> String {
        let text = fitted(message, to: STDERR_FILENO).map { $0 + "\n" }.joined()
        guard let style, text.hasPrefix(Self.label) else { return text }
        return painter.text(of: TextLine(Self.label, style)) + text.dropFirst(Self.label.count)
    }

    /// Writes an error and returns its exit code.
    func fail(_ failure: Failure) -> ExitCode {
        report(failure)
        return failure.exitCode
    }

    /// Writes a message other than an error to standard error: the text, or JSON with its key.
    func report(_ key: String, _ value: some Encodable, text: String, _ style: Style? = nil) {
        switch format {
        case .text: write(shown(text, style), to: STDERR_FILENO)
        case .json:
            guard let text = try? JSONText.encode(JSONObject(key, value)) else { return }
            write(text + "\n", to: STDERR_FILENO)
        }
    }

    /// Writes a line of the log to standard error. If the write fails, the line is lost.
    func log(_ line: String) { write(line + "\n", to: STDERR_FILENO, isRequired: false) }

    /// Prints a prompt, and runs `body`, which waits for the user's input.
    func prompting<Result>(_ text: String, _ body: () async -> Result) async -> Result {
        let isSeen = isatty(StandardOutput.descriptor) == 1
        rows.write(text, isSeen: isSeen, isPrompt: isSeen) { Self.put($0, to: StandardOutput.descriptor) }
        defer { rows.leavePrompt() }
        return await body()
    }

    /// Writes text that is only for the user, such as a prompt.
    func prompt(_ text: String) { write(text, to: StandardOutput.descriptor) }

    /// Ends the process with an error, because output that was not written must not look like success.
    private static func giveUp(_ descriptor: Int32, code: Int32) -> Never {
        if descriptor == StandardOutput.descriptor {
            let reason = code == EBADF ? "it is closed" : String(cString: strerror(code))
            let remedy = code == ENOSPC || code == EDQUOT ? "make room, or write it elsewhere" : "write it elsewhere"
            put("switchboard: the output cannot be written: \(reason); \(remedy)\n", to: STDERR_FILENO)
        }
        ProcessEnd.exit(ExitCode.failed.rawValue)
    }

    private func write(_ text: String, to descriptor: Int32, isRequired: Bool = true) {
        // Output to a file or pipe does not move the terminal's cursor.
        rows.write(text, isSeen: isatty(descriptor) == 1) { Self.put($0, to: descriptor, isRequired: isRequired) }
    }

    /// Writes all bytes. If the reader of a pipe is gone, the process ends with 128 + 13, as if SIGPIPE had ended it.
    /// If the terminal was closed, the process ends as after SIGHUP. Without `isRequired`, text that cannot be written
    /// is dropped instead.
    static func put(_ text: String, to descriptor: Int32, isRequired: Bool = true) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if Descriptor.retries(descriptor, for: POLLOUT) {
                continue
            } else if !isRequired {
                return
            } else if errno == EIO, isDevice(descriptor), Interruption.send(SIGHUP) {
                return
            } else if errno == EPIPE {
                ProcessEnd.exit(128 + SIGPIPE)
            } else {
                giveUp(descriptor, code: errno)
            }
        }
    }

    private static func isDevice(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }
}

/// The format of the console's output: text for the user, or one JSON object on each line for programs.
enum OutputFormat: Sendable {
    case text
    case json
}

/// A JSON object of the output. A member without a value is left out.
struct JSONObject: Encodable {
    private let members: [String: any Encodable]

    init(_ members: [String: (any Encodable)?]) { self.members = members.compactMapValues(\.self) }

    /// Creates the object of an output line: a value under its key, and the version of the format.
    init(_ key: String, _ value: some Encodable) {
        members = ["format_version": Console.formatVersion(of: key), key: value]
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
    }
}
