extension StackChange {
    mutating func pop() throws(StackRefusal) {
        guard let top = stack.top else { throw .empty }
        guard top.entry.style == .pushed else { throw .presented(title: top.page.title) }
        guard stack.items.count > 1 else { throw .first(title: top.page.title) }
        popPages(downTo: stack.items.count - 1)
    }

    mutating func popToRoot() throws(StackRefusal) {
        guard !stack.items.isEmpty else { throw .empty }
        popPages(downTo: firstPoppable)
    }

    mutating func popTo(_ url: String) throws(StackRefusal) {
        guard !stack.items.isEmpty else { throw .empty }
        let there = stack.entries
        guard let place = there.lastIndex(where: { Self.isSame($0.url, url) }) else {
            throw .notOnStack(url: url, there: there[(firstPoppable - 1)...].map(\.url).filter { !$0.isEmpty })
        }
        guard place + 1 >= firstPoppable else { throw .covered(url: url, by: there[firstPoppable - 1].title) }
        popPages(downTo: place + 1)
    }

    mutating func dismiss(_ value: Payload?) throws(StackRefusal) -> Feedback.Outcome {
        guard let presented = stack.items.lastIndex(where: { $0.entry.style == .presented }) else {
            throw .nonePresented
        }
        let leaving = stack.items[presented...]
        stack.items.removeSubrange(presented...)
        stack.branches[stack.selected].popped = []
        for item in leaving.dropFirst().reversed() { leave(item) }
        if let item = leaving.first { leave(item, value: value) }
        return .dismissed(value: value)
    }

    mutating func goBack(_ count: Int) throws(StackRefusal) -> Feedback.Outcome {
        guard count > 0 else { throw .notANumberOfPages(count) }
        guard !stack.items.isEmpty else { throw .empty }
        let limit = stack.items.count - (stack.items[0].entry.style == .presented ? 0 : 1)
        if count > limit, count > 1 { throw .tooFarBack(count, limit: limit) }
        var outcome = Feedback.Outcome.shown
        for _ in 0..<count {
            if stack.top?.entry.style == .presented {
                outcome = try dismiss(nil)
            } else {
                try pop()
                outcome = .shown
            }
        }
        return outcome
    }

    mutating func goForward(_ count: Int) throws(StackRefusal) {
        guard count > 0 else { throw .notANumberOfPages(count) }
        let popped = stack.branches[stack.selected].popped
        guard count <= popped.count else { throw .tooFarForward(count, limit: popped.count) }
        stack.items += popped.suffix(count).reversed()
        stack.branches[stack.selected].popped.removeLast(count)
    }

    /// The lowest page that can be popped: the second, or the one above the presented page nearest to the top.
    private var firstPoppable: Int { (stack.items.lastIndex { $0.entry.style == .presented } ?? 0) + 1 }

    /// Pops pages from the top until so many are left; they can be put back, but nobody waits for them any more.
    private mutating func popPages(downTo count: Int) {
        while stack.items.count > count, var item = stack.items.popLast() {
            leave(item)
            item.waiter = nil
            item.lease = nil
            stack.branches[stack.selected].popped.append(item)
        }
    }

    private static func isSame(_ first: String, _ second: String) -> Bool {
        guard first != second else { return true }
        guard let left = try? RouteURL(first), let right = try? RouteURL(second) else { return false }
        return left.scheme == right.scheme && left.host == right.host && left.segments == right.segments
            && left.query == right.query
    }
}
