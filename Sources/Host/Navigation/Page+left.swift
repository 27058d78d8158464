import ModuleKit

extension Page {
    /// What stands in place of a page whose module does not run any more.
    static func left(_ entry: StackEntry, module: String, because end: ModuleEnd) -> Page {
        Page(entry.title) {
            Text("\(end.reason(module)), and this page with it. \(end.remedy(module))")
            Link("Open it again", to: entry.url)
        }
    }
}
