import CouponInterface
import ModuleTesting
import Synchronization
import Testing

@testable import Coupons

struct CouponBookTests {
    private func book(of coupons: ModuleHarness<CouponsModule>) throws -> any CouponBook {
        try coupons.service(.couponBook)
    }

    @Test(arguments: [(2999, 0), (3000, 300), (6000, 500), (9000, 1200)])
    func `the book knows the best discount for a rent`(rent: Int, discount: Int) async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        #expect(await (try book(of: coupons)).discount(forRent: rent) == discount)
    }

    @Test func `a redeemed coupon leaves the book, and subscribers receive the redemption`() async throws {
        let told = Mutex<[Redemption]>([])
        let coupons = try await ModuleHarness(
            CouponsModule.self,
            subscriptions: [Subscription(to: .redeemed) { redemption in told.withLock { $0.append(redemption) } }])
        let order = RedemptionOrder(code: "NEST300", rent: 3000)
        let redemption = try await coupons.call("app://coupons/redeem", order, as: Redemption.self)
        #expect(told.withLock(\.self) == [redemption])
        #expect(await (try book(of: coupons)).discount(forRent: 3000) == 0)
    }
}
