/// The answer to a request, and the stage that answered.
struct Answer: Sendable {
    let request: Request
    var response: Response
    /// The stage that answered: a route, an interceptor or a resolver.
    var answeredBy: Request.Stage
    /// The labels of the route if it answered with a page; otherwise empty.
    var labels: [RouteLabel] = []

    /// Whether the page can be on a stack only once (`RouteLabel.single`).
    var isSingle: Bool { labels.contains { $0.name == RouteLabel.single } }

    /// The error for an answer that the request's verb cannot use.
    var unexpected: RequestError {
        RequestError(
            .unexpectedAnswer(
                url: request.shownURL, answeredBy: answeredBy, verb: request.verb, answer: response.words { $0 }))
    }
}
