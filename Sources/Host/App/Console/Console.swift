import Glibc
import Platform
import Synchronization

/// Where the host writes: results on standard output, errors on standard error, each whole before the next.
struct Console: Sendable {
    /// The version of the JSON object under a key; a minor one adds fields, a major one may remove them.
    static func formatVersion(of key: String) -> String { formatVersions[key] ?? "1.0" }

    /// In their first version, feedback had the whole stack.
    private static let formatVersions = ["feedback": "2.0", "plan": "2.0", "recording": "2.0"]

    /// The longest message on one line, in characters; a word of megabytes that was typed is not told back whole.
    private static let messageLimit = 2_000

    /// How many bytes of lines are written at a time.
    private static let chunk = 16_384

    let format: OutputFormat
    /// How far the terminal's cursor has gone down below what can be drawn over.
    let rows = RowsBelow()
    /// Where a person types, if one is awaited.
    private let prompt = ShownPrompt()

    init(format: OutputFormat) { self.format = format }

    /// Writes a result in the format that was asked for: the text, or the value under its key.
    ///
    /// - Throws: a failure where the value cannot be written as JSON; nothing is written then.
    func show(_ key: String, _ value: some Encodable, text: @autoclosure () -> String) throws(Failure) {
        switch format {
        case .text: write(text() + "\n", to: StandardOutput.descriptor)
        case .json: write(try JSONText.line(Envelope(key: key, value: value)) + "\n", to: StandardOutput.descriptor)
        }
    }

    /// Writes lines as they are made, many at a time.
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

    /// Writes lines that are drawn over later where they have a width, and all before them no more.
    func showFrame(_ lines: [String], width: Int?) {
        let text = lines.map { $0 + "\n" }.joined()
        rows.begin(text, width: width, unread: TypedLines.unread) { put($0, to: StandardOutput.descriptor) }
    }

    /// Draws over what stands on the terminal, given how many rows lie between it and the cursor.
    func draw(_ drawing: (_ rowsBelow: Int) -> String?) {
        rows.draw(drawing) { put($0, to: StandardOutput.descriptor) }
    }

    /// Writes an error on one line.
    func report(_ failure: Failure) {
        switch format {
        case .text:
            let place = failure.line.map { "line \($0): " } ?? ""
            let message = PlainText.line(place + failure.message, limit: Self.messageLimit)
            write("switchboard: " + message + "\n", to: STDERR_FILENO)
        case .json:
            reportObject(failure)
        }
    }

    /// Writes an object of its own on a line of standard output.
    func write(_ object: some Encodable) throws(Failure) {
        write(try JSONText.line(object) + "\n", to: StandardOutput.descriptor)
    }

    /// Writes an error and gives its exit code.
    func fail(_ failure: Failure) -> ExitCode {
        report(failure)
        return failure.exitCode
    }

    /// Writes an error that people read as a block and programs as an object.
    func report(_ error: some Encodable, text: String) {
        switch format {
        case .text: write(text + "\n", to: STDERR_FILENO)
        case .json: reportObject(error)
        }
    }

    /// Writes on standard error what is no error, as text or as an object under its key.
    func report(_ key: String, _ value: some Encodable, text: String) {
        switch format {
        case .text: write(text + "\n", to: STDERR_FILENO)
        case .json:
            guard let text = try? JSONText.encode(Envelope(key: key, value: value)) else { return }
            write(text + "\n", to: STDERR_FILENO)
        }
    }

    private func reportObject(_ error: some Encodable) {
        // An error is made of texts and numbers, which JSON can always say.
        guard let text = try? JSONText.encode(Envelope(key: "error", value: error)) else { return }
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Shows a prompt and has a body wait for what is typed there.
    func prompting<Result>(_ text: String, _ body: () async -> Result) async -> Result {
        prompt(text)
        prompt.note(text)
        defer { prompt.note(nil) }
        return await body()
    }

    /// Writes text that no program reads, such as a prompt.
    func prompt(_ text: String) { write(text, to: StandardOutput.descriptor) }

    /// Ends the process: results that nobody gets must not look like success.
    private func giveUp(_ descriptor: Int32, code: Int32) -> Never {
        if descriptor == StandardOutput.descriptor {
            let reason = String(cString: strerror(code))
            put(
                "switchboard: the output cannot be written: \(reason); make room, or write it elsewhere\n",
                to: STDERR_FILENO)
        }
        ProcessEnd.exit(ExitCode.failed.rawValue)
    }

    private func write(_ text: String, to descriptor: Int32) {
        let text = isatty(descriptor) == 1 ? prompt.around(text) ?? text : text
        // What goes elsewhere moves no cursor.
        let isSeen = rows.isCounting && isatty(descriptor) == 1
        rows.write(text, isSeen: isSeen) { put($0, to: descriptor) }
    }

    /// Writes all bytes; when nobody reads any more the process ends as by SIGPIPE, with 128 + 13, and when the terminal was
    /// closed as by SIGHUP.
    private func put(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EIO, Self.isDevice(descriptor), InterruptSignal.send(SIGHUP) {
                return
            } else if errno == EPIPE {
                ProcessEnd.exit(128 + SIGPIPE)
            } else if errno != EINTR && errno != EAGAIN {
                giveUp(descriptor, code: errno)
            }
        }
    }

    private static func isDevice(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }
}

/// What the console writes: text for people, or one JSON object a line for programs.
enum OutputFormat: Sendable {
    case text
    case json
}

/// One JSON object of the output: the format's version, and a value under its key.
struct Envelope<Value: Encodable>: Encodable {
    let key: String
    let value: Value

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Console.formatVersion(of: key), forKey: Key(stringValue: "format_version"))
        try container.encode(value, forKey: Key(stringValue: key))
    }
}
