import Synchronization
import TestSupport
import Testing

@_spi(Host) @testable import Mediator
@_spi(Host) import ModuleKit
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(5))) struct `The events of a page that a module of another host opens` {
    private typealias Member = `The members of a fleet`.Member

    private final class Heard: Sendable {
        private let titles = Mutex<[String]>([])
        var all: [String] { titles.withLock { $0 } }

        init(on host: Member) throws {
            var registration = Registration(owner: "Listener")
            registration.subscriptions = [
                Subscription(to: .pageDidAppear) { page in self.titles.withLock { $0.append("+\(page.title)") } },
                Subscription(to: .pageDidDisappear) { page in self.titles.withLock { $0.append("-\(page.title)") } },
            ]
            try host.mediator.register(registration)
        }
    }

    /// A request of the asking host, and the page events that its subscribers receive.
    private static let rows: [(url: String, verb: Request.Verb, heard: [String])] = [
        ("app://shop/page", .open, ["+Page"]), ("app://shop/opens", .call, ["+Page"]),
        ("app://shop/twice", .call, ["+Page", "-Page", "+Page"]),
    ]

    @Test(arguments: rows) func `page events are published only on the host that shows the page`(
        _ row: (url: String, verb: Request.Verb, heard: [String])
    ) async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        let heard = (asking: try Heard(on: asking), serving: try Heard(on: serving))
        @Sendable func open() async throws {
            _ = try await serving.mediator.open("app://shop/page", origin: .module("Shop"))
        }
        try await serving.serve(
            "Shop",
            [
                Route("/shop/page", verb: .open) { _ in .page(Page("Page") {}) },
                Route("/shop/opens", verb: .call) { _ in
                    try await open()
                    return .value(Payload(true))
                },
                Route("/shop/twice", verb: .call) { _ in
                    try await open()
                    try await open()
                    return .value(Payload(true))
                },
            ])
        try await asking.waitUntil("Shop")
        switch row.verb {
        case .open: _ = try await asking.mediator.open(RouteURL(row.url), origin: .shell)
        case .call: _ = try await asking.mediator.call(RouteURL(row.url), as: Bool.self, origin: .shell)
        }
        #expect(heard.asking.all == row.heard)
        #expect(heard.serving.all == [])
    }
}

extension Route {
    fileprivate init(
        _ pattern: String, verb: Request.Verb, _ handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        self.init(
            pattern, verb: verb, access: .public, location: DeclarationSite(fileID: "Test.swift", line: 1),
            handler: handler)
    }
}
