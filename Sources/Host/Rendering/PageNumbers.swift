/// Gives what can be chosen on a page its numbers, from 1, in the order in which it is shown.
final class PageNumbers {
    private(set) var targets: [PageTarget] = []

    /// The number of another target.
    func add(_ target: PageTarget) -> Int {
        targets.append(target)
        return targets.count
    }
}
