extension Container {
    /// The same while its content is on the way.
    public func loading() -> Container { then { $0.state = .loading } }

    /// The same without its content, with the reason and a way to try again.
    public func failed(_ reason: String, retry: Action? = nil) -> Container {
        then {
            $0.state = .failed
            $0.reason = reason
            $0.retry = retry
        }
    }

    /// The same without its content, until there is a network again.
    public func offline(retry: Action? = nil) -> Container {
        then {
            $0.state = .offline
            $0.retry = retry
        }
    }

    /// The same, with its content arranged as a layout says.
    public func makeLayout(_ layout: some Layoutable) -> Container { then { $0.layout = layout.layout } }
}
