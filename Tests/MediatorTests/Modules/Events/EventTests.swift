@_spi(Host) import ModuleTesting
import Testing

private struct Order: Codable, Sendable, Equatable {
    var item: String
    var price = 0
}

/// The type that another module uses instead of an order.
private struct Purchase: Codable, Sendable { let item: String }

extension Event<Order> {
    fileprivate static var ordered: Event<Order> { "shop.ordered" }
}

@Suite(.timeLimit(.minutes(2))) struct `An event` {
    private let assembly = Assembly()
    private let log = Log()

    @Test func `an event reaches all its subscribers, and publish returns their number`() async throws {
        let log = log
        try assembly.subscribe("Stock", to: .ordered) { (order: Order) in log.add("Stock \(order.item)") }
        try assembly.subscribe("Post", to: .ordered) { (order: Order) in log.add("Post \(order.price)") }
        let context = ModuleContext(name: "Shop", mediator: assembly.mediator)
        let delivery = await context.publish(.ordered, Order(item: "lamp", price: 40))
        #expect(log.all == ["Stock lamp", "Post 40"])
        #expect(delivery.event == "shop.ordered" && delivery.count == 2 && delivery.failures.isEmpty)
        #expect(assembly.notes.all.isEmpty)
    }

    @Test func `a module cannot publish an event of the mediator`() async throws {
        let log = log
        try assembly.subscribe("Stock", to: "switchboard.page.did-appear") { (word: String) in log.add(word) }
        let context = ModuleContext(name: "Shop", mediator: assembly.mediator)
        let delivery = await context.publish("switchboard.page.did-appear", "lamp")
        #expect(delivery.count == 0 && delivery.failures.first?.module == "Shop" && log.all.isEmpty)
        let reason = "switchboard.page.did-appear is an event of the mediator"
        #expect(delivery.failures.map { "\($0.reason)".hasPrefix(reason) } == [true])
    }

    @Test func `an event is delivered in the order of registration and declaration, or in reverse`() async throws {
        let log = log
        let tell = { (name: String) in Subscription(to: .ordered) { (_: Order) in log.add(name) } }
        try assembly.register("Z", subscriptions: [tell("Z2"), tell("Z1")])
        try assembly.register("A", subscriptions: [tell("A1"), tell("A2")])
        await assembly.mediator.publish(.ordered, Order(item: "lamp"))
        #expect(log.all == ["Z2", "Z1", "A1", "A2"])
        await assembly.mediator.publish(.ordered, Order(item: "lamp"), reversed: true)
        #expect(log.all.suffix(4) == ["A2", "A1", "Z1", "Z2"])
    }

    @Test func `an event is delivered in the order of registration, even after several modules have left`() async throws
    {
        let log = log
        let subscribe = { (number: Int) in
            try assembly.subscribe("M\(number)", to: .ordered) { (_: Order) in log.add("\(number)") }
        }
        for number in 0..<20 { try subscribe(number) }
        let leaving: [Int] = [0, 7, 19]
        for number in leaving { assembly.mediator.unregister(owner: "M\(number)") }
        for number in 20..<23 { try subscribe(number) }
        await assembly.mediator.publish(.ordered, Order(item: "lamp"))
        let rest: [String] = (0..<23).filter { !leaving.contains($0) }.map { "\($0)" }
        #expect(log.all == rest)
    }

    @Test func `a subscriber gets an event after the previous subscriber has ended`() async throws {
        let log = log
        try assembly.subscribe("First", to: .ordered) { (_: Order) in
            for _ in 0..<10 { await Task.yield() }
            log.add("First")
        }
        try assembly.subscribe("Second", to: .ordered) { (_: Order) in log.add("Second") }
        await assembly.mediator.publish(.ordered, Order(item: "lamp"))
        #expect(log.all == ["First", "Second"])
    }

    @Test func `an event that is published by type or name is converted to its subscribers' types`() async throws {
        let log = log
        try assembly.subscribe("Stock", to: "shop.ordered") { (purchase: Purchase) in log.add(purchase.item) }
        try assembly.subscribe("List", to: "shop.ordered") { (fields: [String: String]) in
            log.add("\(fields.keys.sorted())")
        }
        let name = ["shop", "ordered"].joined(separator: ".")
        let typed = await assembly.mediator.publish(.ordered, Order(item: "lamp"))
        #expect(typed.count == 2 && typed.failures.map(\.module) == ["List"])
        #expect(log.all == ["lamp"])
        let bare = await assembly.mediator.publish("shop.ordered", ["item": "desk"])
        #expect(bare.failures.isEmpty)
        #expect(log.all == ["lamp", "desk", #"["item"]"#])
        #expect(await assembly.mediator.publish(Event(name), ["item": "chair"]).count == 2)
    }

    @Test func `an event without subscribers has no effect`() async throws {
        try assembly.subscribe("Stock", to: "shop.opened") { (_: Int) in }
        let delivery = await assembly.mediator.publish(.ordered, Order(item: "lamp"))
        #expect(delivery.count == 0 && delivery.failures.isEmpty)
        let infinite = await assembly.mediator.publish("nobody", Double.infinity)
        #expect(infinite.count == 0 && infinite.failures.isEmpty)
        #expect(assembly.notes.all.isEmpty)
    }

    @Test func `an event does not reach a module that left before or during the delivery`() async throws {
        let (log, mediator) = (log, assembly.mediator)
        try assembly.subscribe("First", to: .ordered) { (_: Order) in
            log.add("First")
            mediator.unregister(owner: "Second")
        }
        try assembly.subscribe("Second", to: .ordered) { (_: Order) in log.add("Second") }
        #expect(await mediator.publish(.ordered, Order(item: "lamp")).count == 1)
        mediator.unregister(owner: "First")
        #expect(await mediator.publish(.ordered, Order(item: "lamp")).count == 0)
        #expect(log.all == ["First"])
    }

    @Test func `a module's declared subscription gets an event that its test harness publishes`() async throws {
        let harness = try await ModuleHarness(Listening.self)
        #expect(await harness.publish(.ordered, Order(item: "lamp")).count == 1)
        #expect(try await harness.call("/listening/items") == ["lamp"])
    }
}

private struct Listening: Module {
    static let info = ModuleInfo("Listening", "1.0", "Listens")
    private let log = Log()

    init(context: ModuleContext) {}

    var routes: [Route] { Call("/listening/items") { _ in log.all } }

    var subscriptions: [Subscription] {
        Subscription(to: .ordered) { order in log.add(order.item) }
    }
}
