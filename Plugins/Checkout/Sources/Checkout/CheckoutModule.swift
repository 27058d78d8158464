import CouponInterface
public import ModuleKit

/// A module that shows the price of the first month in a home, with the best available coupon.
struct CheckoutModule: Module {
    static let info = ModuleInfo("Checkout", "1.0", "What a home costs").team("team-checkout")

    private let context: ModuleContext
    private let savings = Savings()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/checkout/:home<int>") { request in
            let home = try await home(try request.parameters.value("home"))
            return Page.bill(
                for: home, discount: try await discount(on: home), savings: savings, details: await details(of: home))
        }

        // The user chooses a coupon on a page of another module.
        Open("/checkout/:home<int>/coupon") { request in
            let home = try await home(try request.parameters.value("home"))
            let choice: RouteURL = "app://coupons/choose?rent=\(home.monthlyRent)"
            let redemption = try await context.open(choice, awaiting: Redemption.self)
            return Page.bill(
                for: home, redeemed: redemption?.discount ?? 0, savings: savings, details: await details(of: home))
        }
    }

    var subscriptions: [Subscription] {
        Subscription(to: .redeemed) { redemption in savings.add(redemption) }
        Subscription(to: .session) { session in savings.follow(session) }
    }

    /// Returns the home's page, which another module makes; `nil` if the call fails.
    private func details(of home: Home) async -> Page? { try? await context.call(home.url, as: Page.self) }

    private func home(_ id: Int) async throws -> Home {
        let homes = try await context.call("app://rent/search", as: [Home].self)
        guard let home = homes.first(where: { $0.id == id }) else { throw CheckoutError.unknownHome(id) }
        return home
    }

    /// Returns the best discount, or 0 if no module offers coupons; throws any other error of the service.
    private func discount(on home: Home) async throws -> Int {
        do throws(ServiceError) {
            let book = try context.service(.couponBook)
            return await book.discount(forRent: home.monthlyRent)
        } catch {
            guard error.code == .missing else { throw error }
            return 0
        }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Checkout) public func checkout(_ host: HostPointer) -> CInt { CheckoutModule.export(to: host) }
