@_spi(Host) import ModuleKit

/// `record FILE|off`: keeps what is typed and navigated.
struct RecordCommand: Command {
    static let description = CommandDescription(
        name: "record", words: "FILE|off",
        summary: "write what is typed and navigated from now on into FILE, for replay; or no more", shellOnly: true)

    private let word: String

    init(_ arguments: Arguments) throws(UsageError) { word = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        if word == "off" {
            guard session.log.isOn else { throw Failure(RecordingError.notRecording) }
            session.log.end()
            return .done
        }
        guard !session.log.isOn else { throw Failure(RecordingError.busy) }
        let header = RecordingHeader(
            isInteractive: session.input.isInteractive, stack: await session.navigator.recordedStack())
        let file = try RecordingFile(path: word, header: header, console: session.console)
        session.log.begin(file, showing: session.mediator.shown)
        if session.input.isInteractive { session.console.show(["recording into \(word); `record off` ends it"]) }
        return .done
    }
}
