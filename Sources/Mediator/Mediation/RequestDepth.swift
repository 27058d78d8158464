/// How deep requests stand in one another: a handler that asks on behalf of its own request goes one deeper.
///
/// Without a limit, a module that asks itself would use up all memory and end the host.
enum RequestDepth {
    /// How many requests may stand in one another.
    static let limit = 32

    /// The URLs of the requests that the current task answers, the outermost first.
    @TaskLocal static var chain: [String] = []

    /// Runs the body as part of answering a URL.
    static func within<Result>(
        _ url: String, _ body: () async throws(RequestError) -> Result
    ) async throws(RequestError) -> Result {
        let chain = chain + [url]
        guard chain.count <= limit else { throw .tooDeep(chain: chain) }
        do {
            return try await $chain.withValue(chain) { try await body() }
        } catch let error as RequestError {
            throw error
        } catch {
            // The body throws nothing else; `withValue` does not say so in its type.
            throw .handlerFailed(url: url, route: url, owner: "the mediator", reason: error)
        }
    }
}
