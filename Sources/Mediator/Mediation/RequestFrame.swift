import Synchronization

/// A request that is being answered, and the one that it was made for: a handler that asks goes one deeper.
///
/// Without a limit, a module that asks itself would use up all memory and end the host. A request that is over does not
/// count: a handler may start a task that asks later, and that task another.
final class RequestFrame: Sendable {
    /// How many requests may stand in one another.
    static let limit = 32

    /// The request that the current task answers.
    @TaskLocal private static var current: RequestFrame?

    private let url: String
    private let outer: RequestFrame?
    private let isOver = Atomic(false)

    private init(url: String, outer: RequestFrame?) {
        self.url = url
        self.outer = outer
    }

    /// Runs the body as the answer to a URL.
    static func answering<Value>(
        _ url: String, _ body: () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        let frame = RequestFrame(url: url, outer: current?.firstOpen)
        let chain = frame.chain
        guard chain.count <= limit else { throw .tooDeep(chain: chain) }
        defer { frame.isOver.store(true, ordering: .relaxed) }
        let result: Result<Value, RequestError> = await $current.withValue(frame) {
            do throws(RequestError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// This request, or the nearest outer one that is not over.
    private var firstOpen: RequestFrame? {
        var frame: RequestFrame? = self
        while let candidate = frame, candidate.isOver.load(ordering: .relaxed) { frame = candidate.outer }
        return frame
    }

    /// The URLs of this request and those around it, the outermost first.
    private var chain: [String] {
        var urls = [url]
        var frame = outer
        while let request = frame, urls.count <= Self.limit {
            urls.append(request.url)
            frame = request.outer
        }
        return urls.reversed()
    }
}
