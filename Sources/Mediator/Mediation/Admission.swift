/// That a request was the first of its URL and caller, and for how long the next ones are duplicates.
struct Admission: Sendable {
    struct Key: Hashable {
        let url: String
        let origin: Origin
    }

    let key: Key
    let end: ContinuousClock.Instant

    init(of request: Request, until end: ContinuousClock.Instant) {
        key = Key(url: request.url.text, origin: request.origin)
        self.end = end
    }

    func isOf(_ request: Request) -> Bool { key.url == request.url.text && key.origin == request.origin }
}
