extension StackChange {
    mutating func show(_ tabs: [Tab]) throws(StackRefusal) {
        guard !tabs.isEmpty else { throw .wrongTabs(reason: "there are none; give one or more") }
        var seen: Set<String> = []
        for tab in tabs {
            guard !tab.name.isEmpty else { throw .wrongTabs(reason: "one for \(tab.url) has no name; give it one") }
            guard seen.insert(tab.name).inserted else {
                throw .wrongTabs(reason: "two are named \"\(tab.name)\"; give each its own name")
            }
        }
        for branch in stack.branches { for item in branch.items.reversed() { leave(item) } }
        stack.branches = tabs.map { PageStack.Branch($0) }
        stack.selected = 0
    }

    mutating func select(_ name: String) throws(StackRefusal) {
        guard !stack.tabs.isEmpty else { throw .noTabs }
        guard let place = stack.branches.firstIndex(where: { $0.tab?.name == name }) else {
            throw .noTab(name, there: stack.tabs.map(\.name))
        }
        stack.selected = place
    }
}
