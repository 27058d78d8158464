import ModuleKit
import ModuleRoutes

/// The homes from all routes with the map's label, as converted by a reformer, and the businesses that have not
/// answered.
final class MapModel: ViewModel {
    /// The time limit for all businesses, which are called concurrently. A business's module waits at most 5 s for its
    /// server, so the module's error arrives within this limit.
    private static let deadline = Duration.seconds(7)

    private let context: ModuleContext
    private let routes: [LabelledRoute]
    private let pins: @Sendable ([Business]) -> [Pin]
    /// The homes of the businesses that have answered, keyed by the URLs of their routes.
    private let homes = Live<[String: [Annotation]]>([:])

    init(_ context: ModuleContext, reformedBy pins: @escaping @Sendable ([Business]) -> [Pin]) {
        (self.context, self.pins) = (context, pins)
        routes = context.routes(labelled: AppLabel.homesOnMap).filter { $0.verb == .call && $0.url != nil }
    }

    func load() async {
        await withTaskGroup { group in
            for route in routes { group.addTask { await self.ask(route) } }
        }
    }

    var content: [PageElement] {
        let answered = routes.compactMap { route in homes(of: route).map { Business(name: route.name, homes: $0) } }
        let pins = pins(answered)
        if !pins.isEmpty {
            Table(["Home", "Business", .trailing("Price"), .trailing("Distance")], pins) { pin in
                Table.Row([pin.title, pin.business, pin.price, pin.distance], to: pin.url)
            }
        } else if routes.count == answered.count {
            "No business has homes for the map; install one, such as Rent."
        }
        for route in routes where homes(of: route) == nil {
            Container.failure(of: route.name) { [weak self] in await self?.ask(route) }
        }
        Heading("Look around")
        for city in City.allCases { Link(city.name, to: city.url) }
    }

    private func homes(of route: LabelledRoute) -> [Annotation]? { route.url.flatMap { homes.value[$0.text] } }

    private func ask(_ route: LabelledRoute) async {
        guard let url = route.url else { return }
        do throws(RequestError) {
            let options = RequestOptions(deadline: Self.deadline)
            let answer = try await context.call(url, as: [Annotation].self, options: options)
            homes.update { $0[url.text] = answer }
        } catch {
            context.log(.info, "\(route.name) is not on the map: \(error.cause ?? error)")
        }
    }
}

extension LabelledRoute {
    /// The business's display name.
    fileprivate var name: String { text ?? module }
}

extension Container {
    /// The message that requests the homes of a business again.
    private enum Retry: Codable { case ask }

    /// Returns the part of the page for a business without an answer, with an action that requests its homes again.
    fileprivate static func failure(of business: String, again: @escaping @Sendable () async -> Void) -> Container {
        Container(business, receiving: { (_: Retry) in await again() }) {}
            .failed("\(business): no answer now", retry: Action("Ask again", sending: Retry.ask))
    }
}
