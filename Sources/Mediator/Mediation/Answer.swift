/// What came of a request, and who answered it.
struct Answer: Sendable {
    let request: Request
    var response: Response
    /// The stage that answered: a route, an interceptor or a resolver.
    var answeredBy: Stage

    /// The error for an answer that the request's verb has no use for.
    var unexpected: RequestError {
        .unexpectedAnswer(
            url: request.shownURL, answeredBy: answeredBy, verb: request.verb, answer: response.words { $0 })
    }
}

extension Response {
    /// Whether a request of the verb can use it.
    func suits(_ verb: Verb) -> Bool {
        switch self {
        case .redirect: true
        case .value: verb == .call
        case .page, .command, .suppressed: verb == .open
        case .done: true
        case .declined: false
        }
    }
}

extension Response {
    /// The kind of answer in words, for messages and traces.
    ///
    /// - Parameter shown: makes a URL fit to be shown.
    func words(_ shown: (String) -> String) -> String {
        switch self {
        case .page: "a page"
        case .command(let command): "the command \(command.name)"
        case .value: "a value"
        case .redirect(let url): "a redirect to \(shown(url))"
        case .done: "nothing"
        case .declined: "a refusal to answer"
        case .suppressed: "a suppressed duplicate"
        }
    }
}
