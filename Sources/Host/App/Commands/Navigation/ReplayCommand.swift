import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

extension Command {
    /// `replay FILE`: repeats a recording, up to the first difference.
    static let replay = Command(
        name: "replay", words: "FILE", summary: "do again what was recorded; exit 1 at the first difference"
    ) { session, arguments throws(Failure) in
        guard !session.log.isOn else { throw Failure.busy }
        let path = arguments.words[0]
        let recording = try Recording(path: path)
        let replay = Replay(recording)
        var difference = try await difference(atStartOf: recording, in: session)
        if difference == nil {
            var inner = session
            inner.input = ShellInput(
                .replay(replay), console: session.console, log: session.log, isConversation: recording.isInteractive)
            session.log.begin(replay, showing: session.mediator.redacted)
            await session.replay(inner) { replay.finish() }
            session.log.end()
            difference = replay.difference
        }
        if difference == nil || session.console.format == .json {
            // The lines are those of the recording that were equal.
            try session.console.show(
                "replay", JSONObject(["lines": replay.count, "difference": difference]),
                text: "replayed, and the same: \(replay.count) lines")
        }
        guard let difference else { return .done }
        throw Failure(
            code: "replayDiffers",
            message: "\(path), \(difference.words); fix what changed, or record it again", exitCode: .failed)
    }

    /// Returns the difference between the session's stack and that of the recording's beginning.
    private static func difference(
        atStartOf recording: Recording, in session: Session
    ) async throws(Failure) -> Difference? {
        let text = try JSONText.line(await session.navigator.recordedStack())
        guard let stack = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return nil }
        return Difference(line: 1, expected: recording.stack, found: stack).map { difference in
            Difference(
                line: 1, at: "recording.stack" + (difference.at.isEmpty ? "" : ".\(difference.at)"),
                expected: difference.expected, found: difference.found,
                reason: "begin with the stack that the recording began with")
        }
    }

    /// `record FILE|off`: records the input and the navigation.
    static let record = Command(
        name: "record", words: "FILE|off",
        summary: "write what is typed and navigated from now on into FILE, for replay; or no more", need: .shell
    ) { session, arguments throws(Failure) in
        let word = arguments.words[0]
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
