import CouponInterface
public import ModuleKit

/// A module for coupons: a list, a detail page, and a route with which other modules redeem a coupon.
struct CouponsModule: Module {
    static let info = ModuleInfo("Coupons", "1.0", "Coupons for the rent").team("team-coupons")

    private let context: ModuleContext
    private let coupons = CouponService()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/coupons/list") { _ in Page.couponList(coupons.all) }
            .labelled("account.centre", "Coupons")

        // If a module opens this page, the module receives the redemption of the coupon that the user chooses.
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
