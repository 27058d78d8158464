/// A copy of a request's data for handlers in another process.
@_spi(Host) public struct RequestImage: Sendable {
    /// The numbers of the request and of its parent.
    public let id: UInt64, parent: UInt64?
    /// The URL that led to the route.
    public let url: String
    /// The URL for messages; `nil` if the URL has no sensitive values.
    public let shownURL: String?
    /// The parameters of the path.
    public let captures: [QueryItem]
    /// The kind of answer that the caller wants.
    public let verb: Request.Verb
    /// The origin of the request.
    public let origin: Origin
    /// Whether the caller waits for the value that the opened page is dismissed with.
    public let awaitsResult: Bool
    /// The body of a call.
    public let body: Payload?

    /// Creates an image from its parts.
    public init(
        id: UInt64, parent: UInt64?, url: String, shownURL: String?, captures: [QueryItem], verb: Request.Verb,
        origin: Origin, awaitsResult: Bool, body: Payload?
    ) {
        (self.id, self.parent, self.url, self.shownURL) = (id, parent, url, shownURL)
        (self.captures, self.verb, self.origin) = (captures, verb, origin)
        (self.awaitsResult, self.body) = (awaitsResult, body)
    }

    /// Creates an image of a request of this process.
    public init(_ request: Request) {
        let (url, shown) = (request.url.text, request.shownURL)
        self.init(
            id: request.id.number, parent: request.parent?.number, url: url, shownURL: shown == url ? nil : shown,
            captures: request.parameters.path, verb: request.verb, origin: request.origin,
            awaitsResult: request.awaitsResult, body: request.body)
    }

    /// Returns the request for a handler of this process.
    ///
    /// - Parameter shown: redacts URLs other than the URL of the request, for messages.
    /// - Throws: `RouteURLError` for an invalid URL.
    public func request(showing shown: @escaping @Sendable (String) -> String) throws(RouteURLError) -> Request {
        Request(url: try RouteURL(parsing: url), captures: captures, body: body, of: Owner(image: self, shows: shown))
    }

    private final class Owner: RequestOwner {
        let image: RequestImage
        let shows: @Sendable (String) -> String

        init(image: RequestImage, shows: @escaping @Sendable (String) -> String) {
            self.image = image
            self.shows = shows
        }

        var id: RequestID { RequestID(number: image.id) }
        var parent: RequestID? { image.parent.map(RequestID.init(number:)) }
        var verb: Request.Verb { image.verb }
        var origin: Origin { image.origin }
        var context: (any Sendable)? { nil }
        var awaitsResult: Bool { image.awaitsResult }
        var pageLease: Lease? { nil }

        func shown(_ url: RouteURL) -> String {
            url.text == image.url ? image.shownURL ?? url.text : shows(url.text)
        }
    }
}
