@_spi(Host) import ModuleKit

/// `replay FILE`: repeats a recording, up to the first difference.
struct ReplayCommand: Command {
    static let description = CommandDescription(
        name: "replay", words: "FILE", summary: "do again what was recorded; exit 1 at the first difference")

    private let path: String

    init(_ arguments: Arguments) throws(UsageError) { path = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard !session.log.isOn else { throw Failure.busy }
        let replay = try Replay(path: path)
        if replay.begins(with: await session.navigator.recordedStack()) { await run(replay, in: session) }
        try report(ReplayReport(lines: replay.count, difference: replay.difference), in: session)
        return .done
    }

    private func run(_ replay: Replay, in session: Session) async {
        var inner = session
        inner.input = ShellInput(
            .replay(replay), console: session.console, log: session.log, isConversation: replay.isInteractive)
        session.log.begin(replay, showing: session.mediator.redacted)
        await session.replay(inner) { replay.finish() }
        session.log.end()
    }

    private func report(_ report: ReplayReport, in session: Session) throws(Failure) {
        guard let difference = report.difference else {
            return try session.console.show("replay", report, text: "replayed, and the same: \(report.lines) lines")
        }
        if session.console.format == .json { try session.console.show("replay", report, text: "") }
        throw Failure(
            code: "replayDiffers",
            message: "\(path), \(difference.words); fix what changed, or record it again", exitCode: .failed)
    }
}

/// The result of a replay.
private struct ReplayReport: Encodable {
    /// The number of equal lines of the recording.
    let lines: Int
    let difference: Difference?
}

/// `record FILE|off`: records the input and the navigation.
struct RecordCommand: Command {
    static let description = CommandDescription(
        name: "record", words: "FILE|off",
        summary: "write what is typed and navigated from now on into FILE, for replay; or no more", shellOnly: true)

    /// The properties of a session at the beginning of its recording.
    private struct Header: Encodable {
        /// Whether a person answers, so that forms and pages ask until the answer is valid.
        let isInteractive: Bool
        let stack: [StackEntry]
    }

    private let word: String

    init(_ arguments: Arguments) throws(UsageError) { word = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        if word == "off" {
            guard session.log.isOn else {
                throw Failure(recording: "no recording is being made; begin one with `record FILE`")
            }
            session.log.end()
            return .done
        }
        guard !session.log.isOn else { throw Failure.busy }
        let header = Header(
            isInteractive: session.input.isInteractive, stack: await session.navigator.recordedStack())
        let line = try JSONText.line(Envelope(key: "recording", value: header))
        let file = try LineFile(path: word, of: "the lines of a recording", isNew: true)
        file.append(line, console: session.console)
        session.log.begin(file, session.console, showing: session.mediator.redacted)
        if session.input.isInteractive { session.console.show(["recording into \(word); `record off` ends it"]) }
        return .done
    }
}

extension Failure {
    fileprivate static let busy = Failure(
        recording: "a recording is being made or replayed; end it with `record off`")
}
