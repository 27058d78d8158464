import ModuleKit

/// `call URL`: asks for a value.
struct CallCommand: Command {
    static let body = Option("--body", value: "JSON", "the body of the call")
    static let description = CommandDescription(
        name: "call", words: "URL", summary: "ask a URL for its value, without navigation", options: [body])

    private let url: String
    private let body: Payload?

    init(_ arguments: Arguments) throws(UsageError) {
        url = try Self.word(of: arguments)
        body = try arguments.values(Self.body).last.map(Self.payload)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let value: Payload
        do {
            value = try await session.mediator.call(
                url, body: body, origin: session.origin, options: session.options)
        } catch {
            throw Failure(error)
        }
        let json: String
        do {
            json = String(decoding: try value.json(), as: UTF8.self)
        } catch {
            throw Failure(.unreadableValue(url: url, reason: error))
        }
        try session.console.show("value", value, text: JSONText.safe(json))
        return .done
    }

    private static func payload(_ json: String) throws(UsageError) -> Payload {
        do {
            return try Payload(json: Array(json.utf8))
        } catch {
            throw .invalidBody(reason: "\(error)")
        }
    }
}
