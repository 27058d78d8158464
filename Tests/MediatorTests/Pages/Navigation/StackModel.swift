import ModuleKit

/// A simple implementation of the stack's rules, to compare with the real one.
struct StackModel {
    struct Entry {
        let title: String
        let isPresented: Bool
        /// The number of the opener that waits for it.
        var waiter: Int?
    }

    struct Branch {
        var pages: [Entry] = []
        var popped: [Entry] = []
    }

    private(set) var names: [String] = []
    private var branches: [String: Branch] = ["": Branch()]
    private var name = ""
    /// The results of the openers.
    private(set) var answers: [Int: Int?] = [:]

    private var now: Branch {
        get { branches[name] ?? Branch() }
        set { branches[name] = newValue }
    }

    var titles: [String] { now.pages.map(\.title) }
    var tab: String? { names.isEmpty ? nil : name }

    mutating func add(_ title: String, isPresented: Bool = false, waiter: Int?) {
        now.pages.append(Entry(title: title, isPresented: isPresented, waiter: waiter))
        now.popped = []
    }

    mutating func replace(_ title: String, waiter: Int?) {
        let isPresented = now.pages.last?.isPresented ?? false
        if !now.pages.isEmpty { leave(now.pages.removeLast()) }
        add(title, isPresented: isPresented, waiter: waiter)
    }

    mutating func root(_ title: String, waiter: Int?) {
        for page in now.pages { leave(page) }
        now.pages = []
        add(title, waiter: waiter)
    }

    mutating func pop() {
        guard now.pages.count > 1, !now.pages[now.pages.count - 1].isPresented else { return }
        popOne()
    }

    mutating func popToRoot() {
        while now.pages.count > 1, !now.pages[now.pages.count - 1].isPresented { popOne() }
    }

    mutating func dismiss(_ value: Int?) {
        guard now.pages.contains(where: \.isPresented) else { return }
        while let page = now.pages.popLast() {
            leave(page, value: page.isPresented ? value : nil)
            if page.isPresented { break }
        }
        now.popped = []
    }

    mutating func back(_ count: Int) {
        let floor = now.pages.first?.isPresented == true ? 0 : 1
        guard count > 0, now.pages.count - count >= floor else { return }
        for _ in 0..<count {
            if now.pages[now.pages.count - 1].isPresented { dismiss(nil) } else { popOne() }
        }
    }

    mutating func forward(_ count: Int) {
        guard count > 0, count <= now.popped.count else { return }
        for _ in 0..<count { now.pages.append(now.popped.removeLast()) }
    }

    mutating func tabs(_ names: [String]) {
        for branch in branches.values { for page in branch.pages { leave(page) } }
        self.names = names
        branches = Dictionary(uniqueKeysWithValues: names.map { ($0, Branch()) })
        name = names[0]
    }

    mutating func select(_ tab: String) { if names.contains(tab) { name = tab } }

    private mutating func popOne() {
        var page = now.pages.removeLast()
        leave(page)
        page.waiter = nil
        now.popped.append(page)
    }

    private mutating func leave(_ page: Entry, value: Int? = nil) {
        if let waiter = page.waiter { answers[waiter] = .some(value) }
    }
}
