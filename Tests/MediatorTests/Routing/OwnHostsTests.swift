@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A pattern without a scheme` {
    static let rows: [(url: String, answer: String?)] = [
        ("app://rent/7", "/rent/:id"),
        ("https://m.example.com/rent/7", "/rent/:id"),
        ("http://m.example.com/rent/7", "/rent/:id"),
        ("https://M.Example.COM/rent/7", "/rent/:id"),
        ("https://shop.example.com:8443/rent/7", "/rent/:id"),
        ("https://m.example.com/rent/list", "https://m.example.com/rent/list"),
        ("http://m.example.com/rent/list", "/rent/:id"),
        ("https://m.example.com/m.example.com/rent/7", nil),
        ("https://m.example.com:8443/rent/7", nil),
        ("https://shop.example.com/rent/7", nil),
        ("https://example.com/rent/7", nil),
        ("https://evil.example.com/rent/7", nil),
        ("https://m.example.com.evil.com/rent/7", nil),
        // envoyproxy/envoy#3515, mmartinez/postern#73
        ("https://m.example.com:443/rent/7", "/rent/:id"),
        ("http://m.example.com:80/rent/7", "/rent/:id"),
        ("https://m.example.com:/rent/7", "/rent/:id"),
        ("https://m.example.com./rent/7", "/rent/:id"),
        ("https://m.example.com.:443/rent/list", "https://m.example.com/rent/list"),
        ("https://m.example.com:80/rent/7", nil),
        ("https://m.example.com../rent/7", nil),
        ("https://shop.example.com.:8443/rent/7", "/rent/:id"),
    ]

    @Test(arguments: rows) func `a pattern without a scheme matches the app's own web hosts, and no other web host`(
        _ row: (url: String, answer: String?)
    ) async throws {
        let mediator = Switchboard(
            navigator: RecordingNavigator(), ownHosts: ["M.example.com", "shop.example.com:8443"])
        // The hosts have to stay when a module is registered and unregistered.
        try mediator.register([Board.echo("/gone")], owner: "Gone")
        mediator.unregister(owner: "Gone")
        let routes = ["/rent/:id", "https://m.example.com/rent/list"].map { pattern in
            Call(pattern) { _ in pattern }.routes[0]
        }
        try mediator.register(routes, owner: "Rent")
        #expect(
            try mediator.availability(of: RouteURL(row.url), for: .call, origin: .shell)
                == (row.answer == nil ? .no : .yes))
        if let answer = row.answer {
            #expect(try await mediator.call(RouteURL(row.url), as: String.self, origin: .shell) == answer)
        } else {
            await #expect(throws: RequestError.self) { try await mediator.call(RouteURL(row.url), origin: .shell) }
        }
    }
}
