@_spi(Host) import ModuleKit

/// The calls of a request written by hand: two interceptors, a handler and, for a page, a navigator.
///
/// It does not parse, look up, time or check anything. Each part is a closure or an existential, as in the mediator.
struct BareChain: Sendable {
    typealias Interceptor = @Sendable (String) async throws -> Bool

    let interceptors: [Interceptor]
    let page: @Sendable (String) async throws -> Page
    let value: @Sendable (String) async throws -> any Encodable & Sendable
    let navigator: any BareNavigator

    func open(_ url: String) async throws -> Int {
        for interceptor in interceptors where !(try await interceptor(url)) { throw BareRefusal() }
        return await navigator.perform(try await page(url))
    }

    func call(_ url: String) async throws -> Int {
        for interceptor in interceptors where !(try await interceptor(url)) { throw BareRefusal() }
        guard let value = try await value(url) as? Int else { throw BareRefusal() }
        return value
    }
}

extension BareChain {
    /// A chain with two interceptors, a page, and a navigator that does nothing.
    static var home: BareChain {
        BareChain(
            interceptors: [{ !$0.isEmpty }, { !$0.isEmpty }], page: { _ in UsersMediator.page },
            value: { $0.utf8.count }, navigator: IdleNavigator())
    }
}

/// A navigator that takes only a page.
protocol BareNavigator: Sendable {
    func perform(_ page: Page) async -> Int
}

/// A navigator of both kinds that does nothing.
struct IdleNavigator: BareNavigator, Navigator {
    func perform(_ page: Page) async -> Int { 1 }
    func perform(_ command: NavigationCommand, for request: ModuleKit.Request?) async -> Feedback {
        Feedback(.shown, stack: [])
    }
    func forecast(_ command: NavigationCommand, for request: ModuleKit.Request?) async -> Feedback {
        PageStack().forecast(command, for: request)
    }
}

/// The error of a request that was refused.
struct BareRefusal: Error {}
