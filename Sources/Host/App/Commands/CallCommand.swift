@_spi(Host) import ModuleKit
import Platform

/// `call URL`: requests a value.
struct CallCommand: Command {
    static let body = Option("--body", value: "JSON", "the body of the call")
    static let description = CommandDescription(
        name: "call", words: "URL", summary: "ask a URL for its value, without navigation",
        options: [body, TraceCommand.option])

    private let url: String
    private let body: Payload?
    private let isTraced: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        url = try Self.word(of: arguments)
        isTraced = arguments.has(TraceCommand.option)
        body = try arguments.values(Self.body).last.map(Self.payload)
    }

    /// Creates the call of a page's action or form.
    init(url: String, body: Payload?) {
        self.url = url
        self.body = body
        isTraced = false
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let wasTracing = isTraced ? session.observer.trace(true) : true
        defer { if !wasTracing { session.observer.trace(false) } }
        let (value, stage) = try await value(in: session)
        try await show(value, from: stage, in: session)
        return .done
    }

    /// Writes a value, or the values of a stream as they arrive.
    func show(_ value: Payload, from stage: Request.Stage, in session: Session) async throws(Failure) {
        guard let elements = value.elements else { return try write(value, \.text, from: stage, in: session) }
        try await show(elements, from: stage, in: session)
    }

    /// Returns the value, and the stage that answered.
    private func value(in session: Session) async throws(Failure) -> (Payload, Request.Stage) {
        do {
            return try await session.asking(url) { [url, body] () throws(RequestError) in
                try await session.mediator.value(
                    of: RouteURL(url), body: body, origin: session.origin, options: session.options)
            }
        } catch {
            throw await session.failure(error, for: .call)
        }
    }

    /// Writes the values of a stream as they arrive, one on each line.
    private func show(
        _ elements: PayloadStream<Payload>, from stage: Request.Stage, in session: Session
    ) async throws(Failure) {
        var iterator = elements.makeAsyncIterator()
        while true {
            let value: Payload?
            do {
                value = try await iterator.next()
            } catch {
                let url = session.mediator.shown(url)
                if Task.isCancelled { throw Failure(RequestError(.cancelled(url: url, during: stage))) }
                throw Failure(
                    code: "streamFailed", message: "the stream of \(url) from \(stage) failed: \(error); ask again",
                    exitCode: .failed, url: url)
            }
            guard let value else { return }
            try write(value, \.line, from: stage, in: session)
        }
    }

    /// Writes one value, for a person in a form of its text.
    private func write(
        _ value: Payload, _ form: (ValueText) -> String, from stage: Request.Stage, in session: Session
    ) throws(Failure) {
        let text: ValueText
        do {
            text = try ValueText(value)
        } catch {
            let url = session.mediator.shown(url)
            throw Failure(RequestError(.unreadableValue(url: url, answeredBy: stage, reason: error)))
        }
        try session.console.show("value", value, text: form(text))
    }

    private static func payload(_ json: String) throws(UsageError) -> Payload {
        do {
            return try Payload(json: Array(json.utf8))
        } catch {
            throw .invalidBody(reason: "\(error)")
        }
    }
}
