import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// `replay FILE`: repeats a recording, up to the first difference.
struct ReplayCommand: Command {
    static let description = CommandDescription(
        name: "replay", words: "FILE", summary: "do again what was recorded; exit 1 at the first difference")

    private let path: String

    init(_ arguments: Arguments) throws(UsageError) { path = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard !session.log.isOn else { throw Failure.busy }
        let recording = try Recording(path: path)
        let difference: Difference?
        let replay = Replay(recording)
        if let start = try await Self.start(recording, in: session) {
            difference = start
        } else {
            await run(replay, recording, in: session)
            difference = replay.difference
        }
        try report(ReplayReport(lines: replay.count, difference: difference), in: session)
        return .done
    }

    /// Checks that the session begins with the stack of the recording's beginning.
    private static func start(_ recording: Recording, in session: Session) async throws(Failure) -> Difference? {
        let text = try JSONText.line(await session.navigator.recordedStack())
        guard let stack = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return nil }
        let difference = Difference(line: 1, expected: recording.stack, found: stack)
        return difference.map { difference in
            Difference(
                line: 1, at: "recording.stack" + (difference.at.isEmpty ? "" : ".\(difference.at)"),
                expected: difference.expected, found: difference.found,
                reason: "begin with the stack that the recording began with")
        }
    }

    private func run(_ replay: Replay, _ recording: Recording, in session: Session) async {
        var inner = session
        inner.input = ShellInput(
            .replay(replay), console: session.console, log: session.log, isConversation: recording.isInteractive)
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
        let header = RecordingHeader(
            isInteractive: session.input.isInteractive, stack: await session.navigator.recordedStack())
        let file = try RecordingFile(path: word, header: header, console: session.console)
        session.log.begin(file, showing: session.mediator.redacted)
        if session.input.isInteractive { session.console.show(["recording into \(word); `record off` ends it"]) }
        return .done
    }
}
