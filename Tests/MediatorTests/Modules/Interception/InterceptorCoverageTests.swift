import TestSupport
import Testing

@testable @_spi(Host) import Mediator

@Suite(.timeLimit(.minutes(2))) struct `Interceptors with patterns` {
    /// The types of the last two are equally narrow.
    private static let patterns = [
        "/a", "/a/:x", "/a/*rest?", "/:x/b", "special://a", "/b(/:x)", "/*rest", "/a/7", "/:x<one(c,d)>/b",
        "/:x<one(c,e)>/b",
    ]

    private static func interceptor(_ number: Int, _ random: inout SplitMix64) throws -> InstalledInterceptor {
        let chosen = patterns.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
        let interceptor = Interceptor(
            "i\(number)", on: chosen, before: [], after: [], fileID: #fileID, line: #line)
        return try InstalledInterceptor(interceptor, owner: "M", types: [])
    }

    /// The chain's common index has to find the same interceptors as a separate index for each.
    @Test(arguments: 0..<10)
    func `a chain finds the interceptors whose patterns match a URL, in the order of the chain`(_ seed: Int)
        throws
    {
        var random = SplitMix64(seed: UInt64(seed))
        let chain = try InterceptorChain(
            try (0..<50).map { try Self.interceptor($0, &random) }, ownHosts: ["example.com"])
        for text in [
            "app://a", "special://a", "app://a/7", "app://c/b", "/b", "https://example.com/a", "https://x.org/a",
        ] {
            let url = try RouteURL(parsing: text)
            let expected = chain.interceptors.filter { interceptor in
                interceptor.patterns.isEmpty
                    || PatternIndex(interceptor.patterns, ownHosts: ["example.com"]).match(url) != nil
            }
            #expect(chain.covering(url).map(\.installed.fullName) == expected.map(\.fullName), "\(text)")
        }
    }
}
