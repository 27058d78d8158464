extension Resolution {
    /// What a request makes of the answer of a resolver.
    func response(to request: Request, from resolver: String) throws(RequestError) -> Response {
        switch self {
        case .web(let url): return .command(.web(url: url))
        case .redirect(let url): return .redirect(url)
        case .page(let page): return .page(page)
        case .gone(let reason): throw .gone(url: request.shownURL, resolver: resolver, reason: reason)
        case .denied(let reason): throw .denied(url: request.shownURL, resolver: resolver, reason: reason)
        // Where nobody may install it.
        case .module(let offer): throw .moduleOffered(url: request.shownURL, resolver: resolver, offer: offer)
        case .table:
            throw .remote(
                url: request.shownURL,
                reason: .invalidAnswer(resolver: resolver, reason: "a table is no answer to a request"))
        }
    }
}
