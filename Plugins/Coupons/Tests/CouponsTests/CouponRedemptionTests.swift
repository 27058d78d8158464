import ModuleTesting
import Testing

@testable import Coupons

struct CouponRedemptionTests {
    let url: RouteURL = "app://coupons/redeem"

    @Test(arguments: [
        (RedemptionOrder(code: "NEST300", rent: 3000), Redemption(code: "NEST300", discount: 300, payable: 2700)),
        (RedemptionOrder(code: "spring500", rent: 6800), Redemption(code: "SPRING500", discount: 500, payable: 6300)),
    ])
    func `a coupon's discount is deducted from the rent`(order: RedemptionOrder, expected: Redemption) async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        #expect(try await coupons.call(url, order) == expected)
    }

    @Test(arguments: [
        (RedemptionOrder(code: "SUMMER", rent: 6800), "use one of: NEST300, SPRING500, LONGSTAY"),
        (RedemptionOrder(code: "NEST300", rent: 2999), "found ¥2999"),
        (RedemptionOrder(code: "NEST300", rent: -1), "found ¥-1"),
    ])
    func `an invalid order is refused with the reason`(order: RedemptionOrder, reason: String) async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let error = await #expect(throws: CouponError.self) {
            try await coupons.call(url, order, as: Redemption.self)
        }
        #expect(error?.description.contains(reason) == true)
    }

    @Test func `a coupon can be redeemed only once`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let order = RedemptionOrder(code: "NEST300", rent: 6800)
        _ = try await coupons.call(url, order, as: Redemption.self)
        await #expect(throws: CouponError.alreadyRedeemed("NEST300")) {
            try await coupons.call(url, order, as: Redemption.self)
        }
    }

    @Test func `only one of many concurrent orders for a coupon succeeds`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let served = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    let order = RedemptionOrder(code: "NEST300", rent: 6800)
                    return (try? await coupons.call(url, order, as: Redemption.self)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(served == 1)
    }

    @Test func `a refused order leaves the coupon unused`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        await #expect(throws: CouponError.rentTooLow(code: "NEST300", found: 1, minimum: 3000)) {
            try await coupons.call(url, RedemptionOrder(code: "NEST300", rent: 1), as: Redemption.self)
        }
        let redemption: Redemption = try await coupons.call(url, RedemptionOrder(code: "NEST300", rent: 3000))
        #expect(redemption.payable == 2700)
    }

    @Test(arguments: [#"{"code":"NEST300"}"#, #"{"code":300,"rent":1}"#, #"{"code":"NEST300","rent":"1"}"#, "[]"])
    func `a body of the wrong form is refused`(json: String) async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let body = try Payload(json: Array(json.utf8))
        await #expect(throws: ParametersError.self) { try await coupons.call(url, body, as: Redemption.self) }
    }

    @Test func `a call without a body is refused`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let faults: [ParameterError] = [
            .missing(name: "code", expected: "String"), .missing(name: "rent", expected: "Int"),
        ]
        await #expect(throws: ParametersError(faults)) { try await coupons.call(url, as: Redemption.self) }
    }

    @Test func `an external caller cannot redeem a coupon`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let error = await #expect(throws: RequestError.self) {
            try await coupons.call(
                url, RedemptionOrder(code: "NEST300", rent: 6800), as: Redemption.self, origin: .external)
        }
        #expect(error?.code == .accessDenied)
    }
}
