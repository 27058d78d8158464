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
        guard let old, let new else {
            if before.isEmpty, after.isEmpty { return nil }
            return
        }
        guard old.identity == 0 || new.identity == 0 else {
            if old.identity == new.identity { return nil }
            return
        }
        // What takes the top page's place may look like it.
        if before.count == after.count, old == new, !command.replacesPage { return nil }
    }
}
