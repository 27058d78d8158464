extension NavigationCommand {
    /// The commands that it consists of.
    private var parts: [NavigationCommand] {
        switch self {
        case .sequence(let commands): commands.flatMap(\.parts)
        case .mannered(let command, _): command.parts
        default: [self]
        }
    }

    /// Whether one of the commands that it consists of is such.
    private func contains(_ isSuch: (NavigationCommand) -> Bool) -> Bool {
        switch self {
        case .sequence(let commands): commands.contains { $0.contains(isSuch) }
        case .mannered(let command, _): command.contains(isSuch)
        default: isSuch(self)
        }
    }

    /// Whether a page comes onto the stack, which leaves it some time.
    var opensPage: Bool {
        contains { command in
            switch command {
            case .push, .present, .replace, .web, .root: true
            default: false
            }
        }
    }

    /// Whether pages may leave the stack.
    var takesPagesOff: Bool {
        contains { command in
            switch command {
            case .push, .present, .web, .forward, .tab: false
            default: true
            }
        }
    }

    /// Whether neither a performer nor a page has to be asked before it is performed.
    var isPerformedAsItIs: Bool { !isCustom && !takesPagesOff }

    /// Whether another page takes the top one's place, which may look like it.
    var replacesPage: Bool {
        contains { command in
            switch command {
            case .replace, .root: true
            default: false
            }
        }
    }

    /// The web pages that it shows.
    @_spi(Host) public var webURLs: [String] {
        parts.compactMap { if case .web(let url) = $0 { url } else { nil } }
    }
}
