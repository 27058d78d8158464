import ModuleKit

extension Page {
    /// Returns the page with the price of the first month in a home.
    static func bill(for home: Home, discount: Int, saved: Int) -> Page {
        Page("Checkout") {
            Field("Home", home.title)
            Field("First month", "¥\(home.monthlyRent)")
            if discount > 0 { Field("Best coupon", "¥\(discount) off") }
            Field("To pay", "¥\(home.monthlyRent - discount)")
            if saved > 0 { Text("Coupons have saved you ¥\(saved) so far.") }
            Link("The home", to: "app://rent/\(home.id)")
        }
    }
}
