import ModuleKit

extension Page {
    /// What stands in place of a page whose module was stopped.
    static func left(_ entry: StackEntry, module: String) -> Page {
        Page(entry.title) {
            Text("\(module) was stopped, and this page with it. `module start \(module)` starts it again.")
            Link("Open it again", to: entry.url)
        }
    }
}
