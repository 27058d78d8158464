/// What coupons took off since the module was started, in yuan.
actor Savings {
    private(set) var total = 0

    func add(_ discount: Int) { total += discount }
}
