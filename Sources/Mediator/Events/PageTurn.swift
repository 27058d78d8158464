/// One page in place of another on top of the stack.
struct PageTurn {
    /// The page that was on top, if there was one.
    let old: StackEntry?
    /// The page that comes on top, if there is one.
    let new: StackEntry?

    /// What a command did to a stack, or `nil` where the same page is on top.
    init?(from before: [StackEntry], to feedback: Feedback, by command: NavigationCommand) {
        if case .refused = feedback.outcome { return nil }
        let after = feedback.stack
        (old, new) = (before.last, after.last)
        // What takes the top page's place may look like it.
        if case .replace = command { return }
        if before.count == after.count, old == new { return nil }
    }

    /// What a command will do, by the rules of the stack.
    init?(from before: [StackEntry], expecting command: NavigationCommand, for request: Request?) {
        var stack = PageStack(entries: before)
        self.init(from: before, to: stack.apply(command, for: request, results: PageResults()), by: command)
    }
}
