/// The sum of all discounts by coupons since the start of the module, in yuan.
actor Savings {
    private(set) var total = 0

    func add(_ discount: Int) { total += discount }
}
