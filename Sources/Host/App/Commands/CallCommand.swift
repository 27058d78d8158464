@_spi(Host) import ModuleKit
import Platform

extension Command {
    private static let body = Option("--body", value: "JSON", "the body of the call")

    static let call = Command(
        name: "call", words: "URL", summary: "ask a URL for its value, without navigation", options: [body, tracing],
        read: { arguments throws(Failure) in
            let body = try arguments.values(body).last.map(payload)
            return { session throws(Failure) in
                let call = ValueCall(url: arguments.words[0], session: session)
                return try await session.tracing(arguments) { () throws(Failure) in try await call.run(body) }
            }
        })

    private static func payload(_ json: String) throws(Failure) -> Payload {
        try Failure.describing(try Payload(json: Array(json.utf8))) { (error: PayloadError) in
            Failure(usage: "--body cannot be used: \(error)")
        }
    }
}

/// The work of the command `call`: requests the value of a URL, and prints it.
struct ValueCall {
    let url: String
    let session: Session

    func run(_ body: Payload?) async throws(Failure) -> ExitCode {
        let (value, stage) = try await value(body)
        try await show(value, from: stage)
        return .done
    }

    /// Prints a value, or the values of a stream as they arrive.
    func show(_ value: Payload, from stage: Request.Stage) async throws(Failure) {
        guard let elements = value.elements else {
            return try write(value, { $0.text(width: session.console.columns()) }, from: stage)
        }
        try await show(elements, from: stage)
    }

    private func value(_ body: Payload?) async throws(Failure) -> (Payload, Request.Stage) {
        try await session.asking(url, for: .call) { [url, session] () throws(RequestError) in
            try await session.mediator.value(
                of: RouteURL(url), body: body, origin: session.origin, options: session.options)
        }
    }

    /// Prints the values of a stream as they arrive, one on each line.
    private func show(_ elements: PayloadStream<Payload>, from stage: Request.Stage) async throws(Failure) {
        var iterator = elements.makeAsyncIterator()
        while true {
            let value: Payload?
            do {
                value = try await iterator.next()
            } catch {
                let url = session.mediator.shown(url)
                if Task.isCancelled { throw Failure(RequestError(.cancelled(url: url, during: stage))) }
                let message = "the stream of \(url) from \(stage) failed: \(error.inWords); ask again"
                throw Failure("streamFailed", message, url: url)
            }
            guard let value else { return }
            try write(value, \.line, from: stage)
        }
    }

    /// Prints one value. In the text format, prints the text that `form` returns.
    private func write(_ value: Payload, _ form: (ValueText) -> String, from stage: Request.Stage) throws(Failure) {
        let text = try Failure.describing(try ValueText(value)) { (error: PayloadError) in
            let url = session.mediator.shown(url)
            return Failure(RequestError(.unreadableValue(url: url, answeredBy: stage, reason: error)))
        }
        try session.console.show("value", value, text: form(text))
    }
}
