@_spi(Host) import ModuleKit

extension Command {
    static let replay = Command(
        name: "replay", words: "FILE", summary: "repeat a recording; exit 1 at the first difference"
    ) { session, arguments throws(Failure) in
        guard !session.log.isOn else { throw Failure.busy }
        let path = arguments.words[0]
        let replay = try Replay(path: path)
        if replay.begins(with: await session.navigator.recordedStack()) {
            var inner = session
            inner.input = ShellInput(
                .replay(replay), console: session.console, log: session.log, isConversation: replay.isInteractive)
            session.log.begin(replay, showing: session.mediator.redacted)
            _ = await session.runLines(inner, false) { replay.finish() }
            session.log.end()
        }
        let difference = replay.difference
        if difference == nil || session.console.format == .json {
            // `lines` counts the lines of the recording that were equal.
            try session.console.show(
                "replay", JSONObject(["lines": replay.count, "difference": difference]),
                text: "replayed without a difference: \(replay.count) lines")
        }
        guard let difference else { return .done }
        throw Failure("replayDiffers", "\(path), \(difference.words); fix what changed, or record it again")
    }

    static let record = Command(
        name: "record", words: "FILE|off",
        summary: "record typed lines and navigation in FILE, for replay; `off` ends it", need: .shell
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
        // The header contains the stack, and whether the input is interactive. With interactive input, forms and pages
        // repeat a question until the answer is valid, and a replay must do the same.
        let header = JSONObject([
            "isInteractive": session.input.isInteractive, "stack": await session.navigator.recordedStack(),
        ])
        let line = try JSONText.line(JSONObject("recording", header))
        let file = try LineFile(path: word, of: "the lines of a recording", isNew: true)
        file.append(line, console: session.console)
        session.log.begin(file, session.console, showing: session.mediator.redacted)
        if session.input.isInteractive { session.console.show(["recording into \(word); `record off` ends it"]) }
        return .done
    }
}

extension Failure {
    fileprivate static let busy = Failure(recording: "a recording is being made or replayed; end it with `record off`")
}
