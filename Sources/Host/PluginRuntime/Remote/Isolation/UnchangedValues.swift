@_spi(Host) import ModuleKit

/// The detection of values that a module's code returns unchanged. The other side then keeps its own value, which may
/// contain parts that cannot be sent between processes.
extension Outcome {
    /// Whether an interceptor returned the outcome that it received.
    func isSame(as returned: Outcome) -> Bool {
        switch (self, returned) {
        case (.answered(let shown), .answered(let returned)): shown.isSame(as: returned)
        case (.failed(let shown), .failed(let returned)):
            (try? Thrown.json(shown.reason)).map { $0 == (try? Thrown.json(returned.reason)) } ?? false
        default: false
        }
    }
}

extension Response {
    fileprivate func isSame(as returned: Response) -> Bool {
        switch (self, returned) {
        case (.page(let shown), .page(let returned)): shown.isSame(as: returned)
        case (.command(let shown), .command(let returned)):
            shown == returned && zip(shown.pages, returned.pages).allSatisfy { $0.isSame(as: $1) }
        case (.value(let shown), .value(let returned)): shown.isReturned(as: returned)
        case (.redirect(let shown), .redirect(let returned)): shown == returned
        case (.done, .done), (.declined, .declined), (.suppressed, .suppressed): true
        default: false
        }
    }
}

extension Payload {
    fileprivate func isReturned(as returned: Payload) -> Bool {
        guard let page = unchanged(as: Page.self), let other = returned.unchanged(as: Page.self) else {
            return isSame(as: returned)
        }
        return page.isSame(as: other)
    }
}

extension NavigationCommand {
    fileprivate var pages: [Page] {
        var pages: [Page] = []
        _ = mapPages { page in
            pages.append(page)
            return page
        }
        return pages
    }
}

extension Request {
    func hasBody(of other: Request) -> Bool {
        guard let body, let otherBody = other.body else { return body == nil && other.body == nil }
        return body.isReturned(as: otherBody)
    }
}
