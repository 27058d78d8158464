// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit
import Synchronization

/// What one of the modules offers the other.
protocol GoldenBook: Sendable {
    func price(of title: String) -> Int
}

/// Offers a service, publishes an event, and has streams and values of several kinds.
struct GoldenEventsModule: Module {
    static let info = ModuleInfo("GoldenEvents", "1.0", "Services and events")

    struct Sale: Codable, Sendable { let title: String, price: Int }

    private struct Book: GoldenBook {
        func price(of title: String) -> Int { title.count * 100 }
    }

    private let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    var services: [Offer] { Offer(ServiceKey<any GoldenBook>("golden-book", "1.1")) { Book() } }

    var routes: [Route] {
        Call("/golden-events/sell", taking: Sale.self) { sale in
            await context.publish(Event<Sale>("golden.sold"), sale)
            return sale
        }
        Call(stream: "/golden-events/numbers") { _ in
            AsyncStream<Int> { continuation in
                for number in 1...3 { continuation.yield(number) }
                continuation.finish()
            }
        }.labelled("golden-badge", "app://golden-events/numbers")
        Call(object: "/golden-events/book") { _ in Book() as any GoldenBook }
    }
}

/// Takes the service, hears the event in a type of its own, and asks what the other module answers.
struct GoldenListenerModule: Module {
    static let info = ModuleInfo("GoldenListener", "1.0", "Listens").requires("GoldenEvents", "1.0"..<"2.0")

    private struct Sold: Codable, Sendable { let title: String }

    private let context: ModuleContext
    private let heard = Heard()
    init(context: ModuleContext) { self.context = context }

    private final class Heard: Sendable { let words = Mutex<[String]>([]) }

    var subscriptions: [Subscription] {
        Subscription(to: Event<Sold>("golden.sold")) { sold in hear("sold \(sold.title)") }
        Subscription(to: .pageDidAppear) { page in hear("shown \(page.title)") }
    }

    var routes: [Route] {
        Call("/golden-listener/heard") { _ in heard.words.withLock(\.self) }
        Call("/golden-listener/price/:title") { request in
            try context.service(ServiceKey<any GoldenBook>("golden-book", "1.0")).price(
                of: request.parameters["title"] ?? "")
        }
        Call("/golden-listener/object") { _ in
            try await context.call("app://golden-events/book", as: (any GoldenBook).self).price(of: "ab")
        }
        Call("/golden-listener/sum") { _ in
            var sum = 0
            for route in context.routes(labelled: "golden-badge") {
                for try await number in try await context.stream(RouteURL(route.text ?? ""), of: Int.self) {
                    sum += number
                }
            }
            return sum
        }
        Call("/golden-listener/missing") { _ in
            do throws(RequestError) {
                return try await context.call("app://golden-events/nothing", as: String.self)
            } catch {
                return "\(error.code)"
            }
        }
        Call("/golden-listener/background") { _ in
            let task = context.background { hear("worked in the background") }
            await task.value
            return context.canOpen("app://golden-events/sell", for: .call)
        }
        Open("/golden-listener/page") { _ in Page("Listening") { Text("to events") } }
    }

    private func hear(_ word: String) { heard.words.withLock { $0.append(word) } }
}

@c(switchboard_v1_GoldenEvents)
public func switchboardGoldenEvents(_ host: HostPointer) -> CInt { GoldenEventsModule.export(to: host) }

@c(switchboard_v1_GoldenListener)
public func switchboardGoldenListener(_ host: HostPointer) -> CInt { GoldenListenerModule.export(to: host) }
