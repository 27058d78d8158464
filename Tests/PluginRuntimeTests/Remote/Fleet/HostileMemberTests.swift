import Foundation
import Platform
import TestSupport
import Testing

@_spi(Host) import HostKit
@_spi(Host) @testable import Mediator
@_spi(Host) import ModuleKit
@testable import PluginRuntime

/// A member that sends invalid messages, next to a host that serves Shop and a host that asks for it.
@Suite(.timeLimit(.minutes(5))) struct `A hostile member of a fleet` {
    private typealias Member = `The members of a fleet`.Member
    private static let identity = "00000000000bad00"

    private struct Fleet {
        let bus = FleetBus()
        let asking: Member
        let honest: Member

        init() async throws {
            (asking, honest) = (try await Member(bus, "asking"), try await Member(bus, "honest"))
            try await honest.serve("Shop", [route("/shop/a") { "honest" }])
            try await asking.waitUntil("Shop")
        }

        func route(_ pattern: String, _ answer: @escaping @Sendable () -> String) -> Route {
            Route(
                pattern, verb: .call, access: .modules, location: DeclarationSite(fileID: "Test.swift", line: 1)
            ) { _ in .value(Payload(answer())) }
        }

        /// Registers a module that the honest host does not serve, and routes of Shop that lead to it.
        func registerAccount() async throws {
            var account = Registration(owner: "Account")
            account.routes = [route("/account/session") { "session" }]
            account.rewrites = [Rewrite("/session", to: "/account/session")]
            account.interceptors = [
                Interceptor("login", on: "/account/login") { _ in .redirect(to: "app://account/session") }
            ]
            try honest.mediator.register(account)
            let location = DeclarationSite(fileID: "Test.swift", line: 2)
            let asks = Route("/shop/asks", verb: .call, access: .modules, location: location) {
                [mediator = honest.mediator] _ async throws in
                .value(Payload(try await mediator.call("app://session", as: String.self, origin: .module("Shop"))))
            }
            let leads = Route("/shop/leads", verb: .call, access: .modules, location: location) { _ in
                .redirect(to: "app://account/session")
            }
            try await honest.serve("Shop", [route("/shop/a") { "honest" }, asks, leads])
        }

        /// Asks the honest host for a URL, and claims that the URL belongs to Shop.
        func ask(_ url: String, depth: Int = 0, origin: Origin = .module("X")) async throws -> ServedAnswer {
            let host = try #require(asking.member.hosts.first)
            let request = RelayedRequest(
                url: url, verb: .call, body: nil, origin: origin, options: RequestOptions(deadline: .seconds(5)),
                awaitsResult: false, wantsPage: false)
            return try await host.peer.ask(Messages.request, WireVersion(), "Shop", depth, false, request)
        }

        func send(_ card: String) {
            bus.send(FleetMessage(subject: "switchboard.test.hosts", reply: nil, content: Array(card.utf8)))
        }

        func send(_ frame: [UInt8], from identity: String) {
            let subject = "switchboard.test.host.\(asking.member.identity)"
            bus.send(FleetMessage(subject: subject, reply: nil, content: Array(identity.utf8) + frame))
        }

        /// Expects that the asking host has reported the hostile host and still calls the honest host.
        func expectUnharmed(_ report: String) async throws {
            try await Condition.becomesTrue { asking.reports.all.contains { $0.contains(report) } }
            for _ in 0..<5 { #expect(try await asking.call("app://shop/a") == "honest") }
        }
    }

    private static func card(
        _ identity: String = identity, number: Int = 1, modules: [String] = [], started: Int = 0
    ) -> String {
        #"{"format":5,"id":"\#(identity)","name":"hostile","number":\#(number),"#
            + #""modules":[\#(modules.joined(separator: ","))],"#
            + #""isLeaving":false,"started":\#(started)}"#
    }

    private static func module(_ name: String, _ version: String = "1.0", manifest: String) -> String {
        #"{"name":"\#(name)","version":"\#(version)","summary":"","routes":1,"#
            + #""manifest":"\#(SHA256.hash(Array(manifest.utf8)).text)"}"#
    }

    private static let cards: [(String, String)] = [
        ("a version that is none", card(modules: [module("Shop", "newest", manifest: "")])),
        ("a name that is none", card(modules: [module("Shop.>", manifest: "")])),
        ("one module twice", card(modules: [module("Shop", manifest: "1"), module("Shop", manifest: "2")])),
        ("too many modules", card(modules: (0...1_000).map { module("M\($0)", manifest: "\($0)") })),
        ("another format", card().replacing(#""format":5"#, with: #""format":6"#)),
    ]

    @Test(arguments: cards) func `an invalid card is ignored, and its host is reported`(
        _ lie: String, _ card: String
    ) async throws {
        let fleet = try await Fleet()
        fleet.send(card)
        try await fleet.expectUnharmed(
            "the host hostile of the fleet speaks another version, or sent an invalid card")
        #expect(fleet.asking.member.hosts.count == 1)
    }

    @Test(arguments: ["not JSON", #"{"format":4,"name":"old"}"#])
    func `an unreadable card is reported`(_ card: String) async throws {
        let fleet = try await Fleet()
        fleet.send(card)
        try await fleet.expectUnharmed(
            "a host of the fleet speaks another version, or sent an invalid card; update it")
    }

    @Test func `frames of random bytes end only the connection to their sender`() async throws {
        let fleet = try await Fleet()
        var state: UInt64 = 1
        for number in 0..<2_000 {
            // Half of the frames have valid kinds of packets and frames.
            let head: [UInt8] = number % 2 == 0 ? [UInt8(number / 2 % 2), UInt8(1 + number / 4 % 5)] : []
            let bytes = (0..<number % 40).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            fleet.send(head + bytes, from: Self.identity)
        }
        try await fleet.expectUnharmed(Self.identity)
        // The number of reports is limited.
        #expect(fleet.asking.reports.all.count <= 32)
    }

    @Test func `a frame with the receiver's own identity is ignored`() async throws {
        let fleet = try await Fleet()
        fleet.send([0, FrameKind.cancel.rawValue, 1], from: fleet.asking.member.identity)
        fleet.send([9], from: Self.identity)
        try await fleet.expectUnharmed(Self.identity)
        #expect(!fleet.asking.member.hosts.contains { $0.card.id == fleet.asking.member.identity })
    }

    @Test func `the older version keeps its requests if a newer version claims another module's routes`() async throws {
        let fleet = try await Fleet()
        var own = Registration(owner: "Bank")
        own.routes = [fleet.route("/bank/:id") { "own" }]
        try fleet.asking.mediator.register(own)
        let hostile = try await Member(fleet.bus, "hostile")
        let routes = [fleet.route("/shop/a") { "hostile" }, fleet.route("/bank/login") { "hostile" }]
        try await hostile.serve("Shop", routes, version: "99.0")
        try await fleet.expectUnharmed("Shop 99.0.0 on hostile cannot be used here: ")
        #expect(try await fleet.asking.call("app://bank/login") == "own")
    }

    @Test func `a manifest that differs from the announced manifest is not used`() async throws {
        let fleet = try await Fleet()
        let hostile = try await Member(fleet.bus, "hostile")
        try await hostile.serve("Thief", [fleet.route("/thief/a") { "stolen" }])
        let modules = [Self.module("Thief", "2.0", manifest: "another")]
        fleet.send(Self.card(hostile.member.identity, number: 9, modules: modules))
        try await fleet.expectUnharmed("gave another manifest of Thief than it announced")
        withExtendedLifetime(hostile) {}
    }

    @Test func `the cards of absent hosts are forgotten`() async throws {
        let fleet = try await Fleet()
        for number in 0..<2_000 {
            let identity = String(0x3000_0000_0000_0000 + number, radix: 16)
            fleet.send(Self.card(identity, modules: [Self.module("M\(number)", manifest: "\(number)")]))
        }
        fleet.send([9], from: Self.identity)
        try await fleet.expectUnharmed(Self.identity)
        try await Condition.becomesTrue { fleet.asking.member.hosts.count == 1 }
    }

    @Test(arguments: [Int.min, -1, Int.max]) func `the list of hosts accepts an impossible time`(_ time: Int)
        async throws
    {
        let fleet = try await Fleet()
        fleet.send(Self.card(started: time))
        try await Condition.becomesTrue { fleet.asking.member.hosts.count == 2 }
        #expect(fleet.asking.member.summaries.map(\.name) == ["honest", "hostile"])
    }

    @Test(arguments: [Int.min, -1, 33, Int.max]) func `an impossible depth is refused`(_ depth: Int)
        async throws
    {
        let fleet = try await Fleet()
        guard case .failed(let refusal, _) = try await fleet.ask("app://shop/a", depth: depth, origin: .shell) else {
            Issue.record("it was answered")
            return
        }
        #expect(refusal.code == .tooDeep)
    }

    @Test(arguments: ["app://account/session", "app://session", "app://account/login", "app://account/none"])
    func `a URL of a module that the host does not serve is refused`(_ url: String) async throws {
        let fleet = try await Fleet()
        try await fleet.registerAccount()
        guard case .failed(let refusal, _) = try await fleet.ask(url) else {
            Issue.record("it was answered")
            return
        }
        #expect(refusal.code == .noRoute)
    }

    @Test(arguments: ["app://shop/asks", "app://shop/leads"])
    func `a served module can call and redirect to other modules of its host`(_ url: String) async throws {
        let fleet = try await Fleet()
        try await fleet.registerAccount()
        guard case .answered(.value(let value), _) = try await fleet.ask(url) else {
            Issue.record("it was refused")
            return
        }
        #expect(try value.decode(as: String.self) == "session")
    }
}
