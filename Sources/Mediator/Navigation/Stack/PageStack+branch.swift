extension PageStack {
    /// The pages of one tab, or of an app without tabs.
    @_spi(Host) public struct Branch: Sendable {
        /// The tab, where there are tabs.
        public let tab: Tab?
        /// The pages, the first one first.
        public internal(set) var items: [Item] = []
        /// The pages that were popped and can be put back, the next one last.
        public internal(set) var popped: [Item] = []

        init(_ tab: Tab? = nil) { self.tab = tab }
    }
}
