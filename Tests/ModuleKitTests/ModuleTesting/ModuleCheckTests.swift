import Foundation
import ModuleTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The check of a module's rules` {
    /// A rule, a part of the fault's description, and the check of a module that breaks only this rule.
    static let bad: [(rule: ModuleFault.Rule, says: String, check: @Sendable () async -> [ModuleFault])] = [
        (.info, "the name \"9 lives\"", { await ModuleCheck.faults(Unnamed.self) }),
        (.info, #"tokn" is not a setting; did you mean "token"?"#, { await ModuleCheck.faults(Misspelt.self) }),
        (.declaration, "/twins/:b", { await ModuleCheck.faults(Twins.self) }),
        (.manifest, "open route /late", { await ModuleCheck.faults(Late.self) }),
        (.name, "the name \"detail\" of another route", { await ModuleCheck.faults(Namesakes.self) }),
        (.receiver, "found \"Search\", whose message is lost", { await ModuleCheck.faults(Mute.self) }),
        (.name, "interceptor: found the name \"\"", { await ModuleCheck.faults(Nameless.self) }),
        (.service, "in a circle", { await ModuleCheck.faults(Circle.self) }),
        (.reach, "route /moved: found for `open app://moved`", { await ModuleCheck.faults(Moved.self) }),
        (
            .reach, "`no` from `availability(of:)` for `open app://hidden/1`",
            { await ModuleCheck.faults(Hidden.self) }
        ),
        (
            .parameters,
            "route /misnamed/:home: found that the pattern has `home`, which Reference does not read, and "
                + "lacks "
                + "its `id`; expected a pattern with the parameters that the input reads; rename one",
            { await ModuleCheck.faults(Misnamed.self) }
        ),
        (
            .parameters, "route /retyped/:home<uuid>/:room<int>: found that the pattern has `room`",
            { await ModuleCheck.faults(Retyped.self) }
        ),
        (
            .parameters, "route /single: found that the pattern has no parameter, and Int is one value",
            { await ModuleCheck.faults(Single.self) }
        ),
        (
            .parameters, "route /several/:a/:b: found that the pattern has `a`, `b`, and Int is one value",
            { await ModuleCheck.faults(Several.self) }
        ),
        (.answer, "with a value, which open cannot use", { await ModuleCheck.faults(Confused.self) }),
        (.refusal, "count=\"text\"", { await ModuleCheck.faults(Lenient.self) }),
        (
            .refusal, "an answer to `call app://shapeless` with the body null",
            { await ModuleCheck.faults(Shapeless.self) }
        ),
        (.command, "the command push of `open app://hasty", { await ModuleCheck.faults(Hasty.self) }),
        (.words, "the error Mumble \"hm\"", { await ModuleCheck.faults(Mumbler.self) }),
        (
            .deadline, "no end of Endless's route /endless",
            { await ModuleCheck.faults(Endless.self, deadline: .seconds(3)) }
        ),
        (.access, "ask with `context.onBehalf(of: request)`", { await ModuleCheck.faults(Door.self) }),
        (.start, "it started before", { await ModuleCheck.faults(Once.self) }),
        (.start, "no end within", { await ModuleCheck.faults(Stuck.self, deadline: .seconds(2)) }),
        (.stop, "no end within", { await ModuleCheck.faults(Clinging.self, deadline: .seconds(3)) }),
        (.lifetime, "the module: found it after", { await ModuleCheck.faults(Circular.self, deadline: .seconds(3)) }),
        (.lifetime, "the module's context", { await ModuleCheck.faults(Working.self, deadline: .seconds(3)) }),
        (.viewModel, "it holds Page in page", { await ModuleCheck.faults(Holder.self) }),
    ]

    @Test(arguments: bad.indices) func `the check names the one rule that a module breaks`(row: Int) async throws {
        let (rule, says, check) = Self.bad[row]
        let faults = await check()
        #expect(Set(faults.map(\.rule)) == [rule], "\(faults)")
        #expect(faults.contains { "\($0)".contains(says) }, "\(faults)")
    }

    @Test func `the check accepts a module that follows the rules`() async {
        let faults = await ModuleCheck.faults(Good.self)
        #expect(faults == [])
    }

    @Test func `the check accepts a page with a view model that holds the context`() async {
        let faults = await ModuleCheck.faults(Watched.self)
        #expect(faults == [])
    }

    @Test func `the check accepts a module with or without stubs for its calls and services`() async {
        let offer = Offer(ServiceKey<Int>("rate", "1.0")) { 2 }
        let stubs = ["app://bank/name": Stub.value("Lin"), "app://bank/broken": .failure(.call, Refused())]
        let faults = await ModuleCheck.faults(Taker.self, stubs: stubs, services: [offer])
        #expect(faults == [])
        let alone = await ModuleCheck.faults(Taker.self)
        #expect(alone == [])
    }

    @Test func `a fault has a subject, an expectation and a remedy`() async throws {
        let fault = try #require(await ModuleCheck.faults(Mumbler.self).first)
        #expect(fault.subject == "route /mumbler")
        #expect(fault.expected == "an error as a sentence")
        #expect(fault.remedy.hasPrefix("conform it to CustomStringConvertible"))
    }
}

private struct Refused: Error, CustomStringConvertible { let description = "it is refused; ask another time" }

/// A module with defaults, so that a sample declares only its fault.
private protocol Small: Module { init() }
extension Small {
    static var info: ModuleInfo { ModuleInfo("\(Self.self)", "1.0", "Small") }
    init(context: ModuleContext) { self.init() }
    @RoutesBuilder var routes: [Route] {}
}

private struct Good: Module {
    static let info = ModuleInfo("Good", "1.0", "Follows the rules")
    static let parameterTypes = [ParameterType("code", characters: .digits, length: 3...5)]
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/good/:id", taking: Reference.self) { reference in Page("\(reference.id)") {} }
        Open("/good/code/:code<code>/:letter<one(a,b)>(/:day<uint>)") { _ in Page("") {} }
        Open("/good/key/:key<uuid>") { _ in Page("") {} }
        Open("/good/live") { _ in Page("", showing: Counter()) }
        Open("/good/own", access: .internal) { _ in Page("") {} }
        Open("/good/guarded") { _ in Page("") {} }
        Open("/good/declined") { _ in Response.declined }
        Open("/good/with", taking: Link.self, Request.self) { link, request in
            try await context.onBehalf(of: request).open(link.url)
            return Response.done
        }
        Call("/good/sum", taking: Terms.self) { terms in terms.first + (terms.second ?? 0) }
        Call("/good/count", taking: [String].self) { names in names.count }
        Call("/good/other") { _ in try await context.call("app://absent/name", as: String.self) }
        Fallback("/good") { (_: Request) in Page("") {} }
    }

    var interceptors: [Interceptor] {
        Interceptor("guard", on: "/good/guarded") { _ in .detour(to: "app://good/live") }
    }

    struct Reference: Decodable, Sendable { let id: Int8 }
    struct Link: Decodable, Sendable { let url: RouteURL }
    struct Terms: Decodable, Sendable {
        let first: Double
        let second: Double?
    }
}

private final class Counter: ViewModel {
    enum Message: Codable { case add }
    private let count = Live(0)
    var content: [PageElement] { Action("More", sending: .add) }
    func receive(_ message: Message) { count.update { $0 += 1 } }
}

/// A page with a view model that uses the context.
private struct Watched: Module {
    static let info = ModuleInfo("Watched", "1.0", "Shows a page that asks")

    private final class Model: ViewModel {
        private let context: ModuleContext
        private let count = Live(0)

        init(_ context: ModuleContext) { self.context = context }

        var content: [PageElement] {
            Text("\(count.value) of \(context.name)")
            Action("Again", sending: true)
        }

        func receive(_ message: Bool) { count.update { $0 += 1 } }
    }

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/watched") { _ in Page("Watched", showing: Model(context)) }
    }
}

private struct Taker: Module {
    static let info = ModuleInfo("Taker", "1.0", "Takes from others")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }
    var routes: [Route] {
        Call("/taker/name") { _ in try await context.call("app://bank/name", as: String.self) }
        Call("/taker/broken") { _ in try await context.call("app://bank/broken", as: String.self) }
        Call("/taker/rate") { _ in try context.service(ServiceKey<Int>("rate", "1.0")) }
    }
    var services: [Offer] {
        Offer(ServiceKey<Int>("double-rate", "1.0")) { try context.service(ServiceKey<Int>("rate", "1.0")) * 2 }
    }
}

private struct Misnamed: Small {
    struct Reference: Decodable, Sendable { let id: Int }
    struct Query: Decodable, Sendable { let id: Int, max: Int? }
    var routes: [Route] {
        Open("/misnamed/in/:id", taking: Query.self) { _ in Page("") {} }
        Open("/misnamed/:home", taking: Reference.self) { reference in Page("\(reference.id)") {} }
        Open("/misnamed/:home/all", taking: Reference.self, Request.self) { _, request in
            Page(try request.parameters.value("home", as: String.self)) {}
        }
    }
}

private struct Single: Small {
    var routes: [Route] {
        Open("/single/:id", taking: Int.self) { id in Page("\(id)") {} }
        Open("/single", taking: Int.self) { id in Page("\(id)") {} }
    }
}

private struct Several: Small {
    var routes: [Route] { Open("/several/:a/:b", taking: Int.self, Request.self) { id, _ in Page("\(id)") {} } }
}

private struct Retyped: Small {
    struct Reference: Decodable, Sendable { let home: UUID, id: Int }
    var routes: [Route] {
        Open("/retyped/:home<uuid>/:room<int>", taking: Reference.self) { reference in Page("\(reference.id)") {} }
    }
}

private struct Unnamed: Small {
    static let info = ModuleInfo("9 lives", "1.0", "A cat")
}

private struct Misspelt: Small {
    static let info = ModuleInfo("Misspelt", "1.0", "Hides nothing").settings(["token": ""], sensitive: "tokn")
}

private struct Twins: Small {
    var routes: [Route] {
        Open("/twins/:a") { _ in Page("") {} }
        Open("/twins/:b") { _ in Page("") {} }
    }
}

private final class Late: Small {
    private let isStarted = Mutex(false)
    func start() async { isStarted.withLock { $0 = true } }
    var routes: [Route] { if isStarted.withLock(\.self) { Open("/late") { _ in Page("") {} } } }
}

private struct Namesakes: Small {
    var routes: [Route] {
        Open("/namesakes/:a/b") { _ in Page("") {} }.named("detail")
        Open("/namesakes/:a/c") { _ in Page("") {} }.named("detail")
    }
}

private struct Nameless: Small {
    var interceptors: [Interceptor] { Interceptor("", on: "/nameless") { _ in .pass } }
}

private struct Circle: Module {
    static let info = ModuleInfo("Circle", "1.0", "Turns")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }
    var routes: [Route] {}
    var services: [Offer] {
        Offer(ServiceKey<Int>("one", "1.0")) { try context.service(ServiceKey<Int>("two", "1.0")) }
        Offer(ServiceKey<Int>("two", "1.0")) { try context.service(ServiceKey<Int>("one", "1.0")) }
    }
}

private struct Moved: Small {
    var routes: [Route] {
        Open("/moved") { _ in Page("") {} }
        Open("/there") { _ in Page("") {} }
    }
    var rewrites: [Rewrite] { Rewrite("/moved", to: "/there") }
}

private struct Hidden: Small {
    var routes: [Route] {
        Open("/hidden/:id<int>") { _ in Page("") {} }
        Call("/hidden/:any/*rest?") { _ in 1 }.priority(1)
    }
}

private struct Confused: Small {
    var routes: [Route] { Open("/confused") { _ in Response.value(Payload(1)) } }
}

private struct Lenient: Small {
    var routes: [Route] { Call("/lenient", taking: Input.self) { input in input.count } }

    struct Input: Decodable, Sendable {
        let count: Int
        enum Key: String, CodingKey { case count }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            count = (try? container.decodeIfPresent(Int.self, forKey: .count)) ?? 1
        }
    }
}

private struct Shapeless: Small {
    var routes: [Route] { Call("/shapeless", taking: Input.self) { input in input.count } }

    struct Input: Decodable, Sendable {
        let count: Int
        init(from decoder: any Decoder) throws {
            let container = try? decoder.container(keyedBy: Lenient.Input.Key.self)
            count = try container?.decode(Int.self, forKey: .count) ?? 1
        }
    }
}

private struct Hasty: Module {
    static let info = ModuleInfo("Hasty", "1.0", "Shows a page too soon")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }
    var routes: [Route] {
        Open("/hasty/:id") { (request: Request) in
            try await context.open("app://soon")
            return Page("\(try request.parameters.value("id", as: Int.self))") {}
        }
        Open("/soon") { _ in Page("") {} }
    }
}

private struct Mumbler: Small {
    enum Mumble: Error { case hm }
    var routes: [Route] { Open("/mumbler") { (_: Request) throws -> Page in throw Mumble.hm } }
}

private struct Mute: Small {
    var routes: [Route] {
        Open("/mute") { _ in Page("P") { Form("Search", sending: "search") { TextField("q") } } }
    }
}

private struct Endless: Small {
    var routes: [Route] {
        Open("/endless") { _ in
            try await Task.sleep(for: .seconds(600))
            return Page("") {}
        }
    }
}

private struct Door: Module {
    static let info = ModuleInfo("Door", "1.0", "Opens what it receives")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }
    var routes: [Route] {
        Open("/door", taking: Good.Link.self) { link in
            try await context.open(link.url)
            return Response.done
        }
    }
}

private struct Once: Small {
    private static let isStarted = Mutex(false)
    struct Again: Error, CustomStringConvertible { let description = "it started before; use a new process" }
    func start() async throws {
        if Self.isStarted.withLock({ state in
            defer { state = true }; return state
        }) {
            throw Again()
        }
    }
}

private struct Stuck: Small {
    func start() async throws { try await Task.sleep(for: .seconds(600)) }
}

private struct Clinging: Small {
    func stop() async { try? await Task.sleep(for: .seconds(600)) }
}

private final class Circular: Small {
    private let me = Mutex<Circular?>(nil)
    func start() async { me.withLock { $0 = self } }
}

private struct Working: Module {
    static let info = ModuleInfo("Working", "1.0", "Works on")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }
    var routes: [Route] {}
    func start() async {
        Task { [context] in
            try await Task.sleep(for: .seconds(600))
            _ = try await context.open("app://working")
        }
    }
}

private struct Holder: Small {
    final class Model: ViewModel {
        enum Message: Codable { case none }
        let page = Page("") {}
        var content: [PageElement] { Text("") }
        func receive(_ message: Message) {}
    }
    var routes: [Route] { Open("/holder") { _ in Page("", showing: Model()) } }
}
