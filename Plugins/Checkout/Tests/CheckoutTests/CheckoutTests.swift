import CouponInterface
import ModuleTesting
import Testing

@testable import Checkout

private struct FlatBook: CouponBook {
    func discount(forRent rent: Int) async -> Int { 300 }
}

struct CheckoutTests {
    private static let homes = [Home(id: 1, title: "Attic", monthlyRent: 4200)]
    private static let book = Offer(ServiceKey<any CouponBook>("coupon-book", "1.4")) { FlatBook() }

    private func checkout(_ services: Offer...) async throws -> ModuleHarness<CheckoutModule> {
        try await ModuleHarness(
            CheckoutModule.self, stubs: ["app://rent/search": .value(Self.homes)], services: services)
    }

    @Test func `the best coupon is deducted from the first month's rent`() async throws {
        let checkout = try await checkout(Self.book)
        try await checkout.open("app://checkout/1", origin: .external)
        let page = try #require(checkout.page)
        #expect(page.elements.contains(.field(Field("Best coupon", "¥300 off"))))
        #expect(page.elements.contains(.field(Field("To pay", "¥3900"))))
    }

    @Test func `without coupons, the full rent is due`() async throws {
        let checkout = try await checkout()
        try await checkout.open("app://checkout/1")
        #expect(checkout.page?.elements.contains(.field(Field("To pay", "¥4200"))) == true)
    }

    @Test func `coupons of another version are an error, not a lack of coupons`() async throws {
        let checkout = try await checkout(Offer(ServiceKey<any CouponBook>("coupon-book", "2.0")) { FlatBook() })
        let error = await #expect(throws: ServiceError.self) { try await checkout.open("app://checkout/1") }
        #expect(error?.description.contains("found stubs's coupon-book 2.0.0") == true)
    }

    @Test func `a coupon that the person redeems on another module's page is deducted`() async throws {
        let redeem = Action("Take it", calling: "app://coupons/redeem?code=SPRING&rent=4200", then: .dismiss)
        let stubs: [String: Stub] = [
            "app://rent/search": .value(Self.homes), "app://coupons/redeem": .value(["discount": 300]),
            "app://coupons/choose": .answer(NavigationCommand.present(Page("Coupons") { redeem })),
        ]
        let checkout = try await ModuleHarness(CheckoutModule.self, stubs: stubs)
        let bill = Task { try await checkout.open("app://checkout/1/coupon") }
        try await checkout.wait { checkout.page?.title == "Coupons" }
        try await checkout.choose("Take it")
        #expect(try await bill.value.outcome == .shown)
        #expect(checkout.page?.elements.contains(.field(Field("To pay", "¥3900"))) == true)
    }

    @Test func `an open bill shows the savings by coupons until the user logs out`() async throws {
        let checkout = try await checkout()
        try await checkout.open("app://checkout/1")
        #expect(checkout.text()?.contains("Coupons have saved you") == false)
        let delivery = await checkout.publish("coupons.redeemed", ["discount": 300])
        #expect(delivery.count == 1)
        try await checkout.wait(for: "Coupons have saved you ¥300 so far.")
        _ = await checkout.publish("account.session", ["user": ["id": "lin", "name": "Lin"]])
        #expect(checkout.text()?.contains("Coupons have saved you ¥300 so far.") == true)
        _ = await checkout.publish("account.session", ["guest": [String: String]()])
        #expect(checkout.text()?.contains("Coupons have saved you") == false)
    }

    @Test func `the bill contains the home's page from another module`() async throws {
        let stubs: [String: Stub] = [
            "app://rent/search": .value(Self.homes),
            "app://rent/1": .answer(Page("Attic") { Field("Landlord", "Wang") }),
        ]
        let checkout = try await ModuleHarness(CheckoutModule.self, stubs: stubs)
        try await checkout.open("app://checkout/1")
        #expect(checkout.text()?.contains("Landlord: Wang") == true)
        #expect(checkout.commands.count == 1)
    }

    @Test func `an unknown home is refused with its number`() async throws {
        let checkout = try await checkout()
        await #expect(throws: CheckoutError.unknownHome(999)) { try await checkout.open("app://checkout/999") }
    }
}
