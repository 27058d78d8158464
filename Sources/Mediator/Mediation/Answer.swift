/// What came of a request, and who answered it.
struct Answer: Sendable {
    let request: Request
    let response: Response
    /// The module or resolver that answered.
    let answeredBy: String

    /// The error for an answer that the request's verb has no use for.
    var unexpected: RequestError {
        .unexpectedAnswer(
            url: request.url.text, answeredBy: answeredBy, verb: request.verb, answer: response.kind)
    }
}

extension Response {
    fileprivate var kind: String {
        switch self {
        case .page: "a page"
        case .command(let command): "the command \(command.name)"
        case .value: "a value"
        case .redirect: "a redirect"
        case .done: "nothing"
        case .declined: "a refusal to answer"
        }
    }
}
