@_spi(Host) import ModuleKit

/// What a number leads to, and the page that it stood on.
struct ChosenTarget: Sendable {
    /// The page whose form a dismissal answers: it, and no other that has come on top meanwhile.
    @TaskLocal static var answered: UInt64?

    let target: PageTarget
    /// Which page it is; `nil` where it was not presented, so that it cannot be dismissed.
    let presented: UInt64?

    init(_ target: PageTarget, on entry: StackEntry) {
        self.target = target
        presented = entry.style == .presented ? entry.identity : nil
    }
}
