extension Request {
    /// The URL with the values of sensitive parameters redacted, for messages, lists and traces.
    public var shownURL: String { concealment.shown(url) }
}
