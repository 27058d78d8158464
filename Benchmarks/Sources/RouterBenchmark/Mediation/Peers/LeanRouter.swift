import ModuleKit

/// A router with about the least code that opens a typed URL: a dictionary of first segments, two interceptors, and a
/// navigator.
///
/// A URL is split at its slashes, but neither checked nor decoded.
struct LeanRouter: Sendable {
    typealias Handler = @Sendable ([Substring]) async throws -> Page

    private let routes: [Substring: Handler] = [
        "messages": { _ in UsersMediator.page },
        "rent": { segments in
            guard segments.count == 2, Int(segments[1]) != nil else { throw BareRefusal() }
            return UsersMediator.page
        },
    ]
    private let interceptors: [BareChain.Interceptor] = [{ !$0.isEmpty }, { !$0.isEmpty }]
    private let navigator = LeanNavigator()

    func open(_ url: String) async throws -> Int {
        guard url.hasPrefix("app://") else { throw BareRefusal() }
        let segments = url.dropFirst("app://".count).split(separator: "/")
        guard let first = segments.first, let handler = routes[first] else { throw BareRefusal() }
        for interceptor in interceptors where !(try await interceptor(url)) { throw BareRefusal() }
        await navigator.push(try await handler(segments))
        return Int(segments[1]) ?? 0
    }
}

/// A navigator that keeps the stack on an actor.
actor LeanNavigator {
    private let stack = ArrayStack()

    func push(_ page: Page) { stack.push(page) }
}
