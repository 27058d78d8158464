import ModuleKit

extension Page {
    /// Returns the page with the price of the first month in a home.
    ///
    /// - Parameters:
    ///   - discount: the discount of the best coupon, in yuan.
    ///   - redeemed: the discount of the coupon that the user has redeemed, in yuan.
    ///   - details: the page of the home; if it is `nil`, the bill has a link to that page.
    static func bill(
        for home: Home, discount: Int = 0, redeemed: Int = 0, savings: Savings, details: Page?
    ) -> Page {
        Page("Checkout") {
            Field("Home", home.title)
            Field("First month", "¥\(home.monthlyRent)")
            if discount > 0 { Field("Best coupon", "¥\(discount) off") }
            if redeemed > 0 { Field("Coupon", "¥\(redeemed) off, redeemed") }
            Field("To pay", "¥\(home.monthlyRent - discount - redeemed)")
            if discount > 0 { Link("Redeem a coupon", to: "app://checkout/\(home.id)/coupon") }
            Container("savings", showing: savings)
            if let details {
                Heading("The home")
                Container("home", showing: details)
            } else {
                Link("The home", to: home.url)
            }
        }
    }
}
