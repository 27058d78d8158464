/// Something that others wait for, and need not wait for any longer.
protocol Leavable: AnyObject, Sendable {
    /// Lets whoever waits go on.
    func leave()
}
