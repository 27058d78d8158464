extension NavigationCommand {
    /// The same with the URLs that it names as they may be shown.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> NavigationCommand {
        switch self {
        case .web(let url): .web(url: shown(url))
        case .popTo(let url): .popTo(url: shown(url))
        case .tabs(let tabs): .tabs(tabs.map { Tab($0.name, url: shown($0.url)) })
        case .sequence(let commands): .sequence(commands.map { $0.naming(shown) })
        case .mannered(let command, let manner): .mannered(command.naming(shown), manner)
        default: self
        }
    }
}
