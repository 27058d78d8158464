import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@_spi(Host) import HostKit
@_spi(Host) @testable import Mediator
@_spi(Host) import ModuleKit
import ModuleTesting
@testable import PluginRuntime

/// Hosts of a fleet, each with its own mediator, on a bus within the test.
@Suite(.timeLimit(.minutes(5))) struct `The members of a fleet` {
    static func route(
        _ pattern: String, access: Access = .modules, _ handler: @escaping @Sendable (Request) async throws -> String
    ) -> Route {
        Route(pattern, verb: .call, access: access, location: DeclarationSite(fileID: "Test.swift", line: 1)) {
            .value(Payload(try await handler($0)))
        }
    }

    @Test func `a call goes to the host that serves the module, with path, query, body and origin`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus, "a"), try await Member(bus, "b"))
        try await serving.serve(
            "Shop",
            [
                Self.route("/shop/:id") { request in
                    let body = try request.body?.decode(as: String.self) ?? "-"
                    return "\(request.parameters["id"] ?? "-") \(request.url.text) \(body) \(request.origin)"
                }
            ])
        try await asking.waitUntil("Shop")
        let answer = try await asking.call("app://shop/7?q=x", body: Payload("body"), origin: .module("Cart"))
        #expect(answer == "7 app://shop/7?q=x body module Cart")
    }

    @Test func `a module's error is the same as if the module ran on the asking host`() async throws {
        struct Fault: Error, CustomStringConvertible { let description = "no such item; choose another" }
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        try await serving.serve("Shop", [Self.route("/shop/:id") { _ in throw Fault() }])
        try await asking.waitUntil("Shop")
        let error = await #expect(throws: RequestError.self) { _ = try await asking.call("app://shop/7") }
        #expect(error?.code == .handlerFailed)
        let text = "Shop's route /shop/:id failed for app://shop/7: no such item; choose another"
        #expect(error.map { "\($0)" } == text)
    }

    @Test func `an internal route is not announced and does not answer another host`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        try await serving.serve(
            "Shop", [Self.route("/shop/a") { _ in "a" }, Self.route("/shop/b", access: .internal) { _ in "b" }])
        try await asking.waitUntil("Shop")
        #expect(try await asking.call("app://shop/a") == "a")
        let error = await #expect(throws: RequestError.self) {
            _ = try await asking.call("app://shop/b", origin: .module("Shop"))
        }
        #expect(error?.code == .noRoute)
        // The serving host's pipeline refuses a host that asks without a manifest.
        let host = try #require(asking.member.hosts.first)
        let request = RelayedRequest(
            url: "app://shop/b", verb: .call, body: nil, origin: .module("Shop"),
            options: RequestOptions(deadline: .seconds(5)), awaitsResult: false, wantsPage: false)
        let answer = try await host.peer.ask(Messages.request, WireVersion(), "Shop", 1, false, request)
        guard case .failed(let refusal, _) = answer else {
            Issue.record("it was answered")
            return
        }
        #expect(refusal.code == .accessDenied)
    }

    @Test func `an external caller stays external on the serving host`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        try await serving.serve(
            "Shop", [Self.route("/shop/a", access: .public) { "\($0.origin)" }, Self.route("/shop/b") { _ in "b" }])
        try await asking.waitUntil("Shop")
        #expect(try await asking.call("app://shop/a", origin: .external) == "an external caller")
        let error = await #expect(throws: RequestError.self) {
            _ = try await asking.call("app://shop/b", origin: .external)
        }
        #expect(error?.code == .accessDenied)
    }

    @Test func `an interceptor of the serving host guards requests of other hosts`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        try await serving.serve("Shop", [Self.route("/shop/a") { _ in "a" }])
        var guards = Registration(owner: "Guard")
        guards.interceptors = [
            Interceptor("closed", on: "/shop/*rest") { _ in .refuse("the shop is closed; come back") }
        ]
        try serving.mediator.register(guards)
        try await asking.waitUntil("Shop")
        let error = await #expect(throws: RequestError.self) { _ = try await asking.call("app://shop/a") }
        #expect(error.map { "\($0)" }?.contains("the shop is closed; come back") == true)
    }

    @Test func `a vanished host is skipped, and the module leaves with the last host`() async throws {
        let bus = FleetBus()
        let asking = try await Member(bus)
        let (first, second) = (try await Member(bus, "first"), try await Member(bus, "second"))
        for (host, name) in [(first, "first"), (second, "second")] {
            try await host.serve("Shop", [Self.route("/shop/a") { _ in name }])
        }
        try await asking.waitUntil("Shop")
        try await Condition.becomesTrue { asking.member.hosts.count { !$0.card.modules.isEmpty } == 2 }
        first.connection.vanish()
        for _ in 0..<10 { #expect(try await asking.call("app://shop/a") == "second") }
        second.connection.vanish()
        let error = await #expect(throws: RequestError.self) { _ = try await asking.call("app://shop/a") }
        #expect(error?.code == .noRoute)
        try await asking.waitUntil("Shop", isFleetModule: false)
        let absence = await asking.runtime.absence(for: "app://shop/a", origin: .shell)
        #expect(absence?.hasPrefix("Shop answered it on second, which left the fleet") == true)
    }

    @Test func `a request fails if its host vanishes, unless the route is idempotent and can be repeated`() async throws
    {
        let bus = FleetBus()
        let asking = try await Member(bus)
        let hosts = [try await Member(bus, "first"), try await Member(bus, "second")]
        let begun = Mutex(0)
        for host in hosts {
            var twice = Self.route("/shop/twice") { [connection = host.connection] _ in
                let isFirst = begun.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst { connection.vanish() }
                return "done"
            }
            twice.labels = [RouteLabel(RouteLabel.idempotent)]
            let once = Self.route("/shop/once") { [connection = host.connection] _ in
                connection.vanish()
                return "done"
            }
            try await host.serve("Shop", [twice, once])
        }
        try await asking.waitUntil("Shop")
        try await Condition.becomesTrue { asking.member.hosts.count { !$0.card.modules.isEmpty } == 2 }
        #expect(try await asking.call("app://shop/twice") == "done")
        #expect(begun.withLock(\.self) == 2)
        let error = await #expect(throws: RequestError.self) { _ = try await asking.call("app://shop/once") }
        #expect(error.map { "\($0)" }?.contains("is gone, and the request may have been done") == true)
    }

    @Test func `a lost connection fails waiting and new requests until it is restored`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        let begun = Promise<Void>()
        try await serving.serve(
            "Shop",
            [
                Self.route("/shop/a") { _ in "a" },
                Self.route("/shop/late") { _ in
                    begun.fulfill(())
                    try await Task.sleep(for: .seconds(60))
                    return "late"
                },
            ])
        try await asking.waitUntil("Shop")
        let late = Task { try await asking.call("app://shop/late") }
        await begun.wait()
        asking.connection.set(.waiting(reason: "cut"))
        asking.member.noteConnection(.waiting(reason: "cut"))
        let lost = await #expect(throws: RequestError.self) { _ = try await late.value }
        #expect(lost.map { "\($0)" }?.contains("the connection to the fleet's server was lost") == true)
        let refused = await #expect(throws: RequestError.self) { _ = try await asking.call("app://shop/a") }
        #expect(refused.map { "\($0)" }?.contains("the fleet's server cannot be reached (cut)") == true)
        asking.connection.set(.connected(server: "bus"))
        asking.member.noteConnection(.connected(server: "bus"))
        #expect(try await asking.call("app://shop/a") == "a")
    }

    @Test func `a leaving host finishes its requests, and new requests go to another host`() async throws {
        let bus = FleetBus()
        let asking = try await Member(bus)
        let (first, second) = (try await Member(bus, "first"), try await Member(bus, "second"))
        let (begun, goesOn) = (Promise<Void>(), Promise<Void>())
        try await first.serve(
            "Shop",
            [
                Self.route("/shop/a") { _ in
                    begun.fulfill(())
                    await goesOn.wait()
                    return "first"
                }
            ])
        try await asking.waitUntil("Shop")
        let answer = Task { try await asking.call("app://shop/a") }
        await begun.wait()
        try await second.serve("Shop", [Self.route("/shop/a") { _ in "second" }])
        async let left: Void = first.member.leave(within: .seconds(30))
        try await Condition.becomesTrue { asking.member.hosts.contains { $0.card.isLeaving } }
        try await Condition.becomesTrue {
            asking.member.hosts.contains { $0.card.name == "second" && !$0.card.modules.isEmpty }
        }
        #expect(try await asking.call("app://shop/a") == "second")
        goesOn.fulfill(())
        #expect(try await answer.value == "first")
        await left
    }

    @Test func `hosts with the highest major version answer if they have the route`() async throws {
        let bus = FleetBus()
        let asking = try await Member(bus)
        let hosts: [(name: String, version: Version, paths: [String])] = [
            ("old", "1.9", ["/shop/a"]), ("new", "2.0", ["/shop/a"]), ("newest", "2.1", ["/shop/a", "/shop/b"]),
        ]
        var members: [Member] = []
        for host in hosts {
            let member = try await Member(bus, host.name)
            try await member.serve("Shop", host.paths.map { Self.route($0) { _ in host.name } }, version: host.version)
            members.append(member)
        }
        try await asking.waitUntil("Shop")
        try await Condition.becomesTrue { asking.member.hosts.count { !$0.card.modules.isEmpty } == 3 }
        for _ in 0..<2_000 where await asking.runtime.fleetModules["Shop"]?.version != "2.1" {
            try await Task.sleep(for: .milliseconds(5))
        }
        var answers: Set<String> = []
        for _ in 0..<50 { answers.insert(try await asking.call("app://shop/a")) }
        #expect(answers == ["new", "newest"])
        for _ in 0..<10 { #expect(try await asking.call("app://shop/b") == "newest") }
        withExtendedLifetime(members) {}
    }

    @Test func `a module that claims another module's first segments is refused, and its host is named`() async throws {
        let bus = FleetBus()
        let asking = try await Member(bus)
        var own = Registration(owner: "Shop")
        own.routes = [Self.route("/shop/:id") { _ in "own" }]
        try asking.mediator.register(own)
        let hostile = try await Member(bus, "hostile")
        try await hostile.serve("Thief", [Self.route("/shop/login") { _ in "stolen" }])
        try await Condition.becomesTrue { !asking.reports.all.isEmpty }
        #expect(asking.reports.all[0].hasPrefix("Thief 1.0.0 on hostile cannot be used here: "))
        #expect(try await asking.call("app://shop/login") == "own")
    }

    @Test func `a stream of another host arrives with all its values`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        let numbers = Route(
            "/shop/numbers", verb: .call, access: .modules, location: DeclarationSite(fileID: "Test.swift", line: 1)
        ) { _ in
            .value(
                Payload(
                    stream: AsyncStream<Int> {
                        for number in 1...3 { $0.yield(number) }; $0.finish()
                    }))
        }
        try await serving.serve("Shop", [numbers])
        try await asking.waitUntil("Shop")
        let stream = try await asking.mediator.stream("app://shop/numbers", of: Int.self, origin: .shell)
        var found: [Int] = []
        for try await number in stream { found.append(number) }
        #expect(found == [1, 2, 3])
    }

    @Test func `the asking host shows the pages that another host's handler answers and opens`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        let mediator = serving.mediator
        let page = Route(
            "/shop/page", verb: .open, access: .modules, location: DeclarationSite(fileID: "Test.swift", line: 1)
        ) { _ async throws in
            _ = try await mediator.open("app://shop/other", origin: .module("Shop"))
            return .page(Page("Shop") { Text("first") })
        }
        let other = Route(
            "/shop/other", verb: .open, access: .modules, location: DeclarationSite(fileID: "Test.swift", line: 2)
        ) { _ in .page(Page("Other") { Text("second") }) }
        try await serving.serve("Shop", [page, other])
        try await asking.waitUntil("Shop")
        _ = try await asking.mediator.open("app://shop/page", origin: .shell)
        #expect(asking.navigator.commands.map { $0.page?.title } == ["Other", "Shop"])
        #expect(serving.navigator.commands.isEmpty)
    }

    @Test func `requests in a circle between hosts end with tooDeep`() async throws {
        let bus = FleetBus()
        let (first, second) = (try await Member(bus, "first"), try await Member(bus, "second"))
        for (host, name, other) in [(first, "Ping", "pong"), (second, "Pong", "ping")] {
            let mediator = host.mediator
            try await host.serve(
                name,
                [
                    Self.route("/\(name.lowercased())/go") { _ in
                        try await mediator.call("app://\(other)/go", as: String.self, origin: .module(name))
                    }
                ])
        }
        try await first.waitUntil("Pong")
        try await second.waitUntil("Ping")
        let error = await #expect(throws: RequestError.self) { _ = try await first.call("app://ping/go") }
        #expect(error?.chain.last?.code == .tooDeep)
    }

    @Test func `hosts that only asked are forgotten, but a host with an open page stays until it is gone`() async throws
    {
        let bus = FleetBus()
        let serving = try await Member(bus)
        let page = Route(
            "/shop/page", verb: .open, access: .modules, location: DeclarationSite(fileID: "Test.swift", line: 1)
        ) { _ in .page(Page("Shop", showing: Shelf())) }
        try await serving.serve("Shop", [Self.route("/shop/a") { _ in "a" }, page])
        let reader = try await Member(bus)
        try await reader.waitUntil("Shop")
        _ = try await reader.mediator.open("app://shop/page", origin: .shell)
        for number in 0..<1_100 {
            let identity = String(0x2000_0000_0000_0000 + number, radix: 16)
            let frame = Array(identity.utf8) + [0, FrameKind.cancel.rawValue, 1]
            let subject = "switchboard.test.host.\(serving.member.identity)"
            bus.send(FleetMessage(subject: subject, reply: nil, content: frame))
        }
        try await Condition.becomesTrue { (1..<1_024).contains(serving.member.hosts.count) }
        #expect(serving.member.hosts.contains { $0.card.id == reader.member.identity })
        reader.connection.vanish()
        try await Condition.becomesTrue {
            !serving.member.hosts.contains { $0.card.id == reader.member.identity }
        }
        withExtendedLifetime(reader) {}
    }

    private final class Shelf: ViewModel {
        enum Message: Codable { case none }
        var content: [PageElement] { Text("A shelf") }
        func receive(_ message: Message) {}
    }

    @Test func `a fleet event reaches each host once, and a local event stays on its host`() async throws {
        let bus = FleetBus()
        let hosts = [try await Member(bus), try await Member(bus), try await Member(bus)]
        let heard = Mutex<[String]>([])
        for (number, host) in hosts.enumerated() {
            var listener = Registration(owner: "Listener")
            listener.subscriptions = ["shop.let", "shop.own"].map { (name: String) in
                Subscription(to: Event<String>(name)) { value in heard.withLock { $0.append("\(number) \(value)") } }
            }
            try host.mediator.register(listener)
        }
        await hosts[0].mediator.publish(Event("shop.own"), "own")
        await hosts[0].mediator.publish(Event("shop.let", reach: .fleet), "let")
        try await Condition.becomesTrue { heard.withLock { $0.count } >= 4 }
        #expect(heard.withLock { $0.sorted() } == ["0 let", "0 own", "1 let", "2 let"])
        withExtendedLifetime(hosts) {}
    }

    @Test func `a host cannot command the navigator of a host that does not wait for it`() async throws {
        let bus = FleetBus()
        let (victim, hostile) = (try await Member(bus), try await Member(bus))
        try await victim.serve("Shop", [Self.route("/shop/a") { _ in "a" }])
        try await hostile.waitUntil("Shop")
        let host = try #require(hostile.member.hosts.first)
        let image = RequestImage(
            id: 1, parent: nil, url: "app://shop/a", shownURL: nil, captures: [], verb: .open, origin: .shell,
            awaitsResult: false, body: nil)
        await #expect(throws: (any Error).self) {
            _ = try await host.peer.ask(Messages.navigate, .push(Page("Fake") {}), image, false)
        }
        #expect(victim.navigator.commands.isEmpty)
    }

    @Test(arguments: [
        "", "not JSON", "{}",
        #"{"format":99,"id":"0123456789abcdef","name":"x","number":1,"modules":[],"isLeaving":false,"started":0}"#,
        #"{"format":5,"id":"../../etc","name":"x","number":1,"modules":[],"isLeaving":false,"started":0}"#,
        #"{"format":5,"id":"0123456789abcdef","name":"\#u{1B}[2J","number":1,"modules":[],"isLeaving":false,"#
            + #""started":0}"#,
    ]) func `an invalid card changes nothing`(_ text: String) async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus), try await Member(bus))
        try await serving.serve("Shop", [Self.route("/shop/a") { _ in "a" }])
        try await asking.waitUntil("Shop")
        bus.send(FleetMessage(subject: "switchboard.test.hosts", reply: nil, content: Array(text.utf8)))
        bus.send(
            FleetMessage(
                subject: "switchboard.test.host.\(asking.member.identity)", reply: nil, content: Array(text.utf8)))
        #expect(try await asking.call("app://shop/a") == "a")
        #expect(asking.member.hosts.count == 1)
    }
}
