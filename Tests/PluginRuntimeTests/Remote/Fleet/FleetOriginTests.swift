import TestSupport
import Testing

@_spi(Host) import HostKit
@_spi(Host) @testable import Mediator
@_spi(Host) import ModuleKit
@testable import ModuleTesting
@testable import PluginRuntime

/// The origin that one host of a fleet reports to another host.
@Suite(.timeLimit(.minutes(5))) struct `The origin of a request on another host` {
    private typealias Member = `The members of a fleet`.Member

    private static func route(
        _ pattern: String, _ verb: Request.Verb = .call,
        _ handler: @escaping @Sendable (Request) async throws -> Response
    ) -> Route {
        let location = DeclarationSite(fileID: "Test.swift", line: 1)
        return Route(pattern, verb: verb, access: .public, location: location, handler: handler)
    }

    private static let words: [(Origin, String)] = [
        (.shell, "the shell of another host"), (.elsewhere, "the shell of another host"),
        (.external, "an external caller"), (.module("Cart"), "module Cart"),
    ]

    @Test(arguments: words) func `a request's origin is never the serving host's shell, also through a third host`(
        _ origin: Origin, _ words: String
    ) async throws {
        let bus = FleetBus()
        let (asking, middle, last) = (try await Member(bus), try await Member(bus), try await Member(bus))
        try await last.serve("Bank", [Self.route("/bank/who") { .value(Payload("\($0.origin)")) }])
        try await middle.waitUntil("Bank")
        let shop = Self.route("/shop/who") { [mediator = middle.mediator] request in
            let after = try await mediator.call("app://bank/who", as: String.self, origin: request.origin)
            return .value(Payload("\(request.origin), \(after)"))
        }
        try await middle.serve("Shop", [shop])
        try await asking.waitUntil("Shop")
        #expect(try await asking.call("app://shop/who", origin: origin) == "\(words), \(words)")
        withExtendedLifetime(last) {}
    }

    /// The origin of the asking host's request, the origin that the serving host claims for its page, and the page's
    /// resulting origin.
    private static let lies: [(Origin, String, Origin)] = [
        (.external, "shell", .external), (.external, "elsewhere", .external), (.external, "Bank", .external),
        (.shell, "shell", .shell), (.shell, "elsewhere", .shell), (.shell, "Bank", .shell),
        (.shell, "external", .external), (.module("Cart"), "shell", .elsewhere), (.module("Cart"), "Cart", .elsewhere),
    ]

    private static func origin(_ word: String?) -> Origin {
        switch word {
        case "shell": .shell
        case "elsewhere": .elsewhere
        case "external": .external
        default: .module(word ?? "")
        }
    }

    /// Shows a page on the asking host, with the claimed origin `said`.
    private static func show(as said: Origin, from host: Member) async throws {
        let asking = try #require(host.member.hosts.first { $0.peer.asks.count == 0 })
        let image = RequestImage(
            id: 1, parent: nil, url: "app://shop/shown", shownURL: nil, captures: [], verb: .open, origin: said,
            awaitsResult: false, body: nil)
        _ = try await asking.peer.ask(Messages.navigate, .push(Page("Shown") {}), image, false)
    }

    @Test(arguments: lies) func `a page that another host shows does not gain rights by a claimed origin`(
        _ own: Origin, _ said: String, _ expected: Origin
    ) async throws {
        let bus = FleetBus()
        let (asking, hostile) = (try await Member(bus), try await Member(bus))
        try await hostile.serve(
            "Shop",
            [
                Self.route("/shop/show/:as") { request in
                    try await Self.show(as: Self.origin(request.parameters["as"]), from: hostile)
                    return .value(Payload("shown"))
                }
            ])
        try await asking.waitUntil("Shop")
        #expect(try await asking.call("app://shop/show/\(said)", origin: own) == "shown")
        #expect(asking.navigator.top?.entry.title == "Shown")
        #expect(asking.navigator.top?.origin == expected)
    }

    private final class Shelf: ViewModel {
        enum Message: Codable { case show }
        let show: @Sendable () async throws -> Void

        init(_ show: @escaping @Sendable () async throws -> Void) { self.show = show }

        var content: [PageElement] { Action("Show", sending: .show) }
        func receive(_ message: Message) async throws { try await show() }
    }

    @Test(arguments: [Origin.shell, .external])
    func `a page that a person's choice shows has the session's origin`(_ session: Origin) async throws {
        let bus = FleetBus()
        let (asking, hostile) = (try await Member(bus), try await Member(bus))
        try await hostile.serve(
            "Shop",
            [
                Self.route("/shop/page", .open) { _ in
                    .page(Page("Shop", showing: Shelf { try await Self.show(as: .module("Bank"), from: hostile) }))
                }
            ])
        try await asking.waitUntil("Shop")
        _ = try await asking.mediator.open("app://shop/page", origin: session)
        try await Self.chooseFirst(on: asking, as: session)
        #expect(asking.navigator.top?.entry.title == "Shown")
        #expect(asking.navigator.top?.origin == session)
    }

    /// Performs the first choice of the page on top, as a person does.
    private static func chooseFirst(on host: Member, as session: Origin) async throws {
        let (top, numbers) = (try #require(host.navigator.top), PageNumbers())
        _ = Array(PageRenderer(width: 80, numbers: numbers).lines(of: top.page.current, at: top.entry.url))
        let choice = Submission(on: top.entry, mediator: host.mediator, origin: session, options: RequestOptions())
        _ = try await choice.perform(try #require(numbers.targets.first))
    }

    /// A host that shows a page when it is asked for a manifest, although no person waits for a page.
    private final class Intruder: PeerService {
        let refused = Promise<Bool>()

        func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
            let image = RequestImage(
                id: 1, parent: nil, url: "app://shop/shown", shownURL: nil, captures: [], verb: .open, origin: .shell,
                awaitsResult: false, body: nil)
            let feedback = try? await peer.ask(Messages.navigate, .push(Page("Shown") {}), image, false)
            refused.fulfill(feedback == nil)
            return try peer.answer(ask, Messages.manifest, nil)
        }

        func take(_ notice: Ask, from peer: Peer) throws {}
    }

    @Test func `a host that is asked for a manifest cannot show a page`() async throws {
        let bus = FleetBus()
        let asking = try await Member(bus)
        let (identity, own) = ("00000000000bad00", asking.member.identity)
        let (connection, intruder) = (FleetBusConnection(bus), Intruder())
        let subjects = FleetSubjects(app: "test")
        let channel = FleetChannel(connection, from: identity, to: own, subjects) {}
        let host = FleetHost(
            HostCard(id: own, name: "asking", number: 0, modules: [], started: 0),
            Peer(channel, intruder, after: 1))
        try connection.subscribe(to: subjects.frames(of: identity)) { message in
            try? host.receive((message.content ?? []).dropFirst(FleetChannel.identitySize))
        }
        let hash = String(repeating: "0", count: 64)
        let card =
            #"{"format":5,"id":"\#(identity)","name":"bad","number":1,"isLeaving":false,"started":0,"#
            + #""modules":[{"name":"Shop","version":"1.0","summary":"","routes":1,"manifest":"\#(hash)"}]}"#
        bus.send(FleetMessage(subject: subjects.hosts, reply: nil, content: Array(card.utf8)))
        #expect(await intruder.refused.wait())
        #expect(asking.navigator.commands.isEmpty)
    }

    @Test func `an error after a redirect to another host hides the sensitive value`() async throws {
        let bus = FleetBus()
        let (asking, other) = (try await Member(bus), try await Member(bus))
        let count = Self.route("/count/:number") { request in
            .value(Payload(try request.parameters.value("number", as: Int.self)))
        }
        try await other.serve("Count", [count])
        try await asking.waitUntil("Count")
        var own = Registration(owner: "Hand")
        own.routes = [Call("/hand/:token") { _ in 1 }.sensitive("token").route]
        own.interceptors = [Interceptor("hand on", on: "/hand/:token") { _ in .redirect(to: "app://count/s3cr3t") }]
        try asking.mediator.register(own)
        let error = await #expect(throws: RequestError.self) { try await asking.call("app://hand/s3cr3t") }
        #expect(error?.url == "app://count/***")
        #expect(error.map { "\($0)".contains("s3cr3t") } == false)
    }
}
