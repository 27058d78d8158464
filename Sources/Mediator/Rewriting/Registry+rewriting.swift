extension Registry {
    /// The URL that a rewrite leads to, and whether it is the first one that the rewrite gave.
    func apply(
        _ rewrite: InstalledRewrite, _ match: PatternMatch, to url: RouteURL
    ) throws(RequestError) -> (url: String, isFirst: Bool) {
        do throws(URLGenerationError) {
            return try rewrite.apply(match, to: url)
        } catch {
            throw failure(error, of: rewrite, url)
        }
    }

    /// The same without being counted.
    func target(of rewrite: InstalledRewrite, _ match: PatternMatch, url: RouteURL) throws(RequestError) -> String {
        do throws(URLGenerationError) {
            return try rewrite.target(of: match, url: url)
        } catch {
            throw failure(error, of: rewrite, url)
        }
    }

    private func failure(_ reason: URLGenerationError, of rewrite: InstalledRewrite, _ url: RouteURL) -> RequestError {
        .rewriteFailed(url: shown(url.text), rewrite: rewrite.rewrite.pattern, owner: rewrite.owner, reason: reason)
    }
}
