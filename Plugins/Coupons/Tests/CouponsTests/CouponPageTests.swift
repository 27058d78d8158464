import ModuleTesting
import Testing

@testable import Coupons

struct CouponPageTests {
    @Test func `the list links to every coupon`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let feedback = try await coupons.open("app://coupons/list", origin: .external)
        #expect(feedback.outcome == .shown)
        let page = try #require(coupons.page)
        #expect(page.links.map(\.url) == Coupon.demonstration.map(\.url))
    }

    @Test func `the list is an entry of the user centre`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        let entries = coupons.routes(labelled: "account.centre", origin: .external)
        #expect(entries.map(\.text) == ["Coupons"])
        #expect(entries.map(\.url) == ["app://coupons/list"])
    }

    @Test func `every coupon's page links back to the list`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        try await coupons.open("app://coupons/list")
        for link in try #require(coupons.page).links {
            try await coupons.open(link.url)
            #expect(coupons.page?.links == [Link("All coupons", to: "app://coupons/list")])
        }
    }

    @Test(arguments: ["NEST300", "nest300", "Nest300"])
    func `a code ignores case`(code: String) async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        try await coupons.open("app://coupons/\(code)")
        let page = try #require(coupons.page)
        #expect(page.title == "新居礼券")
        #expect(page.elements.contains(.field(Field("Code", "NEST300"))))
        #expect(page.elements.contains(.field(Field("State", "good"))))
    }

    @Test(arguments: [("SUMMER", "SUMMER"), ("%E5%A4%8F", "夏"), ("NEST300%20", "NEST300 ")])
    func `an unknown code is refused with its text`(segment: String, code: String) async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        await #expect(throws: CouponError.unknown(code, known: Coupon.demonstration.map(\.code))) {
            try await coupons.open(RouteURL("app://coupons/" + segment))
        }
        #expect(coupons.commands.isEmpty)
    }

    @Test func `the page of choices has the coupons for the rent and is dismissed with the redemption`()
        async throws
    {
        let coupons = try await ModuleHarness(CouponsModule.self)
        try await coupons.open("app://coupons/choose?rent=4200")
        let value = try await coupons.choose("新居礼券: ¥300 off")
        #expect(try value?.decode(as: Redemption.self) == Redemption(code: "NEST300", discount: 300, payable: 3900))
        #expect(coupons.page == nil)
        // One rent is too low, and the only coupon for the second rent was used.
        for rent in [10, 4200] {
            try await coupons.open("app://coupons/choose?rent=\(rent)")
            #expect(coupons.page?.elements == [.text(Text("There is no coupon for a rent of ¥\(rent); go `back`."))])
        }
    }

    @Test func `a redeemed coupon's page shows its state`() async throws {
        let coupons = try await ModuleHarness(CouponsModule.self)
        _ = try await coupons.call(
            "app://coupons/redeem", RedemptionOrder(code: "NEST300", rent: 6800), as: Redemption.self)
        try await coupons.open("app://coupons/NEST300")
        #expect(coupons.page?.elements.contains(.field(Field("State", "redeemed"))) == true)
    }
}
