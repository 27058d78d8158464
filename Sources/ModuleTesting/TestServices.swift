@_spi(Host) import ModuleKit

/// The web services of a module under test, with addresses for stubs in a reserved domain (RFC 6761).
struct TestServices: Resolver {
    let name = "the web services of the test"
    let webServices: [String: String]

    init(_ info: ModuleInfo) {
        webServices = Dictionary(info.webServices.map { ($0, "https://\($0).test") }) { first, _ in first }
    }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? { nil }

    func canResolve(_ url: RouteURL) -> Availability { .no }
}
