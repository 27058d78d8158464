import CouponInterface
public import ModuleKit

/// Coupons for the rent: a list, a detail, and a route for other modules to redeem one.
struct CouponsModule: Module {
    static let info = ModuleInfo("Coupons", "1.0", "Coupons for the rent").team("team-coupons")

    private let context: ModuleContext
    private let coupons = CouponService()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/coupons/list") { _ in Page.couponList(coupons.all) }
            .labelled("account.centre", "Coupons")

        // A module that opens it gets the redemption that the person chose.
        Open("/coupons/choose") { request in
            NavigationCommand.present(.couponChoice(await coupons.good, rent: try request.parameters.value("rent")))
        }

        Open("/coupons/:code") { request in
            let coupon = try await coupons.coupon(try request.parameters.value("code"))
            return Page.coupon(coupon, isRedeemed: await coupons.isRedeemed(coupon))
        }
        .named("detail")

        Call("/coupons/redeem", taking: RedemptionOrder.self) { order in
            let redemption = try await coupons.redeem(order)
            await context.publish(.redeemed, redemption)
            return redemption
        }
    }

    var services: [Offer] {
        Offer(.couponBook) { coupons }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Coupons) public func coupons(_ host: HostPointer) -> CInt { CouponsModule.export(to: host) }
