/// How a command is performed, apart from what it does.
public struct NavigationManner: Sendable, Equatable {
    /// Whether a navigator that can show motion shows it; the command line has none.
    public var isAnimated = true
    /// Whether pages that ask before they are left are asked.
    public var asks = true

    /// The usual manner: animated, and every page is asked.
    public init() {}
}

extension NavigationCommand {
    /// The manner in which the command is performed.
    public var manner: NavigationManner {
        if case .mannered(_, let manner) = self { manner } else { NavigationManner() }
    }

    /// The same command with or without motion.
    public func animated(_ isAnimated: Bool) -> NavigationCommand { changingManner { $0.isAnimated = isAnimated } }

    /// The same command for pages that are done with: none is asked whether it may be left.
    public func unasked() -> NavigationCommand { changingManner { $0.asks = false } }

    /// The command itself, whatever its manner.
    public var plain: NavigationCommand {
        if case .mannered(let command, _) = self { command.plain } else { self }
    }

    private func changingManner(_ change: (inout NavigationManner) -> Void) -> NavigationCommand {
        var manner = manner
        change(&manner)
        return manner == NavigationManner() ? plain : .mannered(plain, manner)
    }
}
