public import ModuleKit

extension Page {
    /// Returns the page of the closure or, if the host is offline, a page that offers to try again.
    /// - Throws: any other error of the closure.
    public static func orOffline(
        _ title: String, at url: RouteURL, _ page: () async throws -> Page
    ) async throws -> Page {
        do {
            return try await page()
        } catch let error as RequestError where (error.cause as? ResolverError)?.code == .offline {
            return Page(title) {
                Container {}.offline()
                Link("Try again", to: url)
            }
        }
    }
}
